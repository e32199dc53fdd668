import { createContext } from 'react'
import type { Row } from '../../../api/listing.ts'

/** Tells of two rows that follow each other whether they belong to one line. */
export type Folds<T> = (one: T, next: T) => boolean

interface Fold {
  /** The records of the line, its own first. */
  records: readonly unknown[]
  opened: boolean
  onToggle: () => void
}

/** The fold of the row that is drawn; null for one that stands for itself alone. */
export const FoldContext = createContext<Fold | null>(null)

/** The rows of a page in lines, in their order: those that follow each other and belong together stand in one. */
export function linesOf<T>(
  rows: readonly Row<T>[],
  folds: Folds<T> | undefined,
): (readonly [Row<T>, ...Row<T>[]])[] {
  const lines: [Row<T>, ...Row<T>[]][] = []
  for (const row of rows) {
    const line = lines.at(-1)
    const before = line?.at(-1)
    if (line && before && folds?.(before.record, row.record)) line.push(row)
    else lines.push([row])
  }
  return lines
}
