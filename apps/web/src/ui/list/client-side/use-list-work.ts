import { useEffect, useReducer, useState } from 'react'
import { loadCode } from '../../page/load-code.ts'
import { loadOnIntent } from '../../page/on-intent.ts'

type Work = typeof import('./list-work.ts')

let work: Work | null = null
const load = async () => {
  work ??= await loadCode(() => import('./list-work.ts'))
}
loadOnIntent(load)

/** The code that works a list out here and judges answers; null until it is there. @throws CodeMissing where it can’t be loaded */
export function useListWork(wanted: boolean): Work | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [missing, setMissing] = useState<unknown>(null)
  // As it was drawn: between that and the effect the code may have come.
  const drawn = work
  useEffect(() => {
    if (!wanted || drawn) return
    let isOver = false
    load().then(
      () => !isOver && redraw(),
      (thrown) => !isOver && setMissing(thrown),
    )
    return () => {
      isOver = true
    }
  }, [wanted])
  if (missing && !drawn) throw missing
  return drawn
}
