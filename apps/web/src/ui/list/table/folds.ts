import { createContext } from 'react'
import type { Row } from '../../../api/listing.ts'
import type { ListDefinition } from '../url/list-definition.ts'

interface Fold {
  /** The records of the line, starting with its own. */
  records: readonly unknown[]
  opened: boolean
  onToggle: () => void
}

/** The fold of the row being drawn; null for a row that isn't folded. */
export const FoldContext = createContext<Fold | null>(null)

/** The rows of a page in lines, in their order: adjacent rows that belong together share one. */
export function linesOf<T>(
  rows: readonly Row<T>[],
  folds: ListDefinition<T>['folds'],
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
