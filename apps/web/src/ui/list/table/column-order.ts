import type { Column } from '../definition/list-definition.ts'

/**
 * Columns in the order that the person gave them. The first one stays first and the one with
 * buttons last; a column that the order lacks follows the one it is defined after.
 * @param order keys of columns; unknown ones are ignored
 */
export function ordered<T>(
  columns: readonly Column<T>[],
  order: readonly string[],
): readonly Column<T>[] {
  if (order.length === 0) return columns
  const [first, ...others] = columns
  const named = order.flatMap((key) =>
    others.filter((column) => column.key === key && !column.control),
  )
  const all = first ? [first, ...named] : []
  for (const [at, column] of others.entries()) {
    const before = columns[at]
    if (before && !all.includes(column)) all.splice(all.indexOf(before) + 1, 0, column)
  }
  return all.sort((one, other) => Number(one.control ?? false) - Number(other.control ?? false))
}

/** The keys of columns after one was moved to a place among them, which is brought within what is possible. */
export function movedTo<T>(columns: readonly Column<T>[], key: string, to: number): string[] {
  const keys = columns.filter(({ control }) => !control).map((column) => column.key)
  const rest = keys.filter((each) => each !== key)
  rest.splice(Math.min(rest.length, Math.max(1, to)), 0, key)
  return rest
}
