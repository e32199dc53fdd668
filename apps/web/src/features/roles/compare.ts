import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { flagsOf, shapeOf } from './matrix/shape.ts'

interface ComparedRow {
  module: string
  submodule: string
  onlyA: string[]
  onlyB: string[]
  both: string[]
}

/** Two roles side by side: rows in the order of the catalogue, those without any action left out. */
export interface Comparison {
  rows: ComparedRow[]
  onlyA: number
  onlyB: number
  both: number
}

type Modules = readonly PermissionModule[]

export function compareRoles(a: Modules, b: Modules): Comparison {
  const shape = shapeOf(a, b)
  const [inA, inB] = [flagsOf(shape, a), flagsOf(shape, b)]
  const rows = shape.rows.map(({ module, name, bits }): ComparedRow => {
    const actions = (a: 0 | 1, b: 0 | 1) =>
      shape.columns.filter((_, column) => {
        const bit = bits[column] ?? -1
        return bit >= 0 && inA[bit] === a && inB[bit] === b
      })
    return {
      module: shape.modules[module]?.name ?? '',
      submodule: name,
      onlyA: actions(1, 0),
      onlyB: actions(0, 1),
      both: actions(1, 1),
    }
  })
  const sum = (part: 'onlyA' | 'onlyB' | 'both') =>
    rows.reduce((all, row) => all + row[part].length, 0)
  return {
    rows: rows.filter(({ onlyA, onlyB, both }) => onlyA.length + onlyB.length + both.length > 0),
    onlyA: sum('onlyA'),
    onlyB: sum('onlyB'),
    both: sum('both'),
  }
}
