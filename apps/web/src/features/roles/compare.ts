import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { flagsOf, shapeOf } from './matrix/shape.ts'

type Modules = readonly PermissionModule[]

export type Comparison = ReturnType<typeof compareRoles>

/** Two roles side by side: rows in the order of the catalogue, those without any action left out. */
export function compareRoles(a: Modules, b: Modules) {
  const shape = shapeOf(a, b)
  const [inA, inB] = [flagsOf(shape, a), flagsOf(shape, b)]
  const rows = shape.rows.flatMap(({ module, name, bits }) => {
    const actions = (a: 0 | 1, b: 0 | 1) =>
      shape.columns.filter((_, column) => {
        const bit = bits[column] ?? -1
        return bit >= 0 && inA[bit] === a && inB[bit] === b
      })
    const sides = { onlyA: actions(1, 0), onlyB: actions(0, 1), both: actions(1, 1) }
    const isEmpty = Object.values(sides).every((side) => side.length === 0)
    return isEmpty ? [] : [{ module: shape.modules[module]?.name ?? '', submodule: name, ...sides }]
  })
  const count = (side: 'onlyA' | 'onlyB' | 'both') =>
    rows.reduce((all, row) => all + row[side].length, 0)
  return { rows, onlyA: count('onlyA'), onlyB: count('onlyB'), both: count('both') }
}
