import type { Rights } from '@steward/contract/permissions/conditions'
import { limitsOf } from '../../shared/permissions/limits-list.tsx'
import { flagsOf, shapeOf } from './matrix/shape.ts'

export type Comparison = ReturnType<typeof compareRoles>

/** Two roles side by side: rows in the order of the catalogue, those without any action left out. */
export function compareRoles(a: Rights, b: Rights) {
  const shape = shapeOf(a.permissions, b.permissions)
  const [inA, inB] = [flagsOf(shape, a.permissions), flagsOf(shape, b.permissions)]
  const rows = shape.rows.flatMap(({ module, name, bits }) => {
    const actions = (a: 0 | 1, b: 0 | 1) =>
      shape.columns.filter((_, column) => {
        const bit = bits[column] ?? -1
        return bit >= 0 && inA[bit] === a && inB[bit] === b
      })
    const sides = { onlyA: actions(1, 0), onlyB: actions(0, 1), both: actions(1, 1) }
    const isEmpty = Object.values(sides).every((side) => side.length === 0)
    if (isEmpty) return []
    const of = { module: shape.modules[module]?.name ?? '', submodule: name }
    const grantedIn = (flags: Uint8Array) =>
      shape.columns.filter((_, column) => flags[bits[column] ?? -1] === 1)
    const granted = { a: grantedIn(inA), b: grantedIn(inB) }
    const limited = [limitsOf(of, granted.a, a), limitsOf(of, granted.b, b)] as const
    const isLimitedElse = JSON.stringify(limited[0]) !== JSON.stringify(limited[1])
    return [{ ...of, ...sides, granted, isLimitedElse }]
  })
  const count = (side: 'onlyA' | 'onlyB' | 'both') =>
    rows.reduce((all, row) => all + row[side].length, 0)
  const limitedElse = rows.filter(({ isLimitedElse }) => isLimitedElse).length
  return { rows, onlyA: count('onlyA'), onlyB: count('onlyB'), both: count('both'), limitedElse }
}
