import { useSyncExternalStore } from 'react'
import type { MatrixStore } from './matrix-store.ts'

/** Draws again when one row, module or column of a matrix changes, and at no other time. */
export function useTally(store: MatrixStore, part: 'rows' | 'modules' | 'columns', index: number) {
  const tally = store[part]
  useSyncExternalStore(
    (listener) => tally.listen(index, listener),
    () => tally.version[index],
  )
}

/** Draws again at every change of a matrix. For small things only. */
export function useWhole(store: MatrixStore): number {
  return useSyncExternalStore(
    (listener) => store.whole.listen(0, listener),
    () => store.whole.version[0] ?? 0,
  )
}
