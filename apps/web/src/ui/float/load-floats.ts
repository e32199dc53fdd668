import { useEffect, useReducer } from 'react'
import { onceOnline } from '../../api/connection.ts'
import { loadCode } from '../page/load-code.ts'

type Floats = typeof import('./floats.ts')

let loaded: Floats | undefined

export async function loadFloats(): Promise<void> {
  loaded ??= await loadCode(() => import('./floats.ts'))
}

/** The components of menus and popovers, loaded while `wanted`; null until they are loaded. */
export function useFloats(wanted: boolean): Floats | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const missing = wanted && !loaded
  useEffect(() => {
    if (!missing) return
    let stop = () => {}
    const load = () =>
      loadFloats().then(redraw, () => {
        stop = onceOnline(() => void load())
      })
    void load()
    return () => stop()
  }, [missing])
  return wanted && loaded ? loaded : null
}
