import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadCode } from './load-code.ts'
import { loadOnIntent } from './on-intent.ts'

/**
 * Loads code on movement; returns a hook (undefined before, may throw CodeMissing) and a loader.
 */
export function lazyCode<C>(load: () => Promise<C>) {
  let code: C | undefined
  const waiting = new Set<() => void>()
  const loaded = async (): Promise<C> => {
    code ??= await loadCode(load)
    for (const redraw of waiting) redraw()
    return code
  }
  loadOnIntent(loaded)
  const subscribe = (redraw: () => void) => {
    waiting.add(redraw)
    return () => void waiting.delete(redraw)
  }
  const useCode = (wanted: boolean): C | undefined => {
    const drawn = useSyncExternalStore(subscribe, () => code)
    const [missing, setMissing] = useState<unknown>(null)
    useEffect(() => {
      if (!wanted || drawn) return
      let isOver = false
      loaded().catch((thrown) => !isOver && setMissing(thrown))
      return () => {
        isOver = true
      }
    }, [wanted, drawn])
    if (missing && !drawn) throw missing
    return drawn
  }
  return [useCode, loaded] as const
}
