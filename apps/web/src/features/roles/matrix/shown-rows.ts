import { actionWords } from '@steward/contract/permissions/permission-words'
import type { Shape } from './shape.ts'

/**
 * The rows of each module that a search finds: each of its words stands in the names of module,
 * submodule and actions, whatever its case. All rows for no search.
 */
export function shownRows(shape: Shape, search: string): number[][] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return shape.modules.map(({ name, from, to }) => {
    const rows = Array.from({ length: to - from }, (_, index) => from + index)
    if (words.length === 0) return rows
    return rows.filter((row) => {
      const { name: submodule, bits } = shape.rows[row] ?? { name: '', bits: [] }
      const actions = shape.columns.filter((_, column) => (bits[column] ?? -1) >= 0)
      const text = [name, submodule, ...actions, ...actions.map(actionWords)]
        .join(' ')
        .toLocaleLowerCase()
      return words.every((word) => text.includes(word))
    })
  })
}
