import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadCode } from './load-code.ts'
import { loadOnIntent } from './on-intent.ts'

interface Options {
  /** Whether to preload it on the first movement, which is the default. */
  soon?: boolean
  /** Called when wanted code can't be loaded, by default throws; returns a function that cancels the retry. */
  onMissing?: (thrown: unknown, retry: () => void) => () => void
}

/** Loads code once; returns a hook (undefined before; loads if `wanted`) and a loader. */
export function lazyCode<C>(load: () => Promise<C>, { soon = true, onMissing }: Options = {}) {
  let code: C | undefined
  const waiting = new Set<() => void>()
  const loaded = async (): Promise<C> => {
    code ??= await loadCode(load)
    for (const redraw of waiting) redraw()
    return code
  }
  if (soon) loadOnIntent(loaded)
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
      let stop = () => {}
      const begin = () => {
        loaded().catch((thrown) => {
          if (isOver) return
          if (onMissing) stop = onMissing(thrown, begin)
          else setMissing(thrown)
        })
      }
      begin()
      return () => {
        isOver = true
        stop()
      }
    }, [wanted, drawn])
    if (missing && !drawn) throw missing
    return drawn
  }
  return [useCode, loaded] as const
}
