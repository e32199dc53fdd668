import { useSyncExternalStore } from 'react'
import type { MatrixStore, Part } from './matrix-store.ts'

export const useRow = (store: MatrixStore, row: number): unknown =>
  useSyncExternalStore(
    (listener) => store.listenRow(row, listener),
    () => store.rowVersions[row],
  )

/** How many permissions of a part are granted; draws again when that changes. */
export const useCount = (store: MatrixStore, part: Part, index: number): number =>
  useSyncExternalStore(
    (listener) => (part === 'row' ? store.listenRow(index, listener) : store.listen(listener)),
    () => store.countOf(part, index),
  )

export const useWhole = (store: MatrixStore): number =>
  useSyncExternalStore(store.listen, () => store.version)
