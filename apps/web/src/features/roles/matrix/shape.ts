import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { grantedNames, keyOf, type PermissionNames } from '../../../shared/permissions/granted.ts'
import { actionText } from '../../../shared/permissions/permission-text.ts'

type Modules = readonly PermissionModule[]

interface ShapeRow {
  module: number
  name: string
  /** The place of each column's permission among all of them; -1 where there is no such action. */
  bits: readonly number[]
}

/** The rows and columns of a permission matrix; what is granted is stored apart, one byte each. */
export interface Shape {
  /** The modules, each with its range of rows: `from` inclusive, `to` exclusive. */
  modules: readonly { name: string; from: number; to: number }[]
  rows: readonly ShapeRow[]
  /** Actions, in the order in which people think of them. */
  columns: readonly string[]
  names: readonly PermissionNames[]
}

const usual = ['list', 'view', 'create', 'update', 'status', 'delete', 'restore', 'purge']

/** Each permission that some modules name, whether granted or not. */
const namesIn = (modules: Modules): PermissionNames[] =>
  modules.flatMap(({ module, submodules }) =>
    submodules.flatMap(({ name: submodule, actions }) =>
      Object.keys(actions).map((action) => ({ module, submodule, action })),
    ),
  )

/** The frame that holds every permission of some lists of modules. */
export function shapeOf(...lists: readonly Modules[]): Shape {
  const found = lists.flatMap(namesIn)
  const actions = new Set(found.map(({ action }) => action))
  const columns = [
    ...usual.filter((action) => actions.has(action)),
    ...[...actions].filter((action) => !usual.includes(action)),
  ]
  const rows: ShapeRow[] = []
  const names: PermissionNames[] = []
  const byModule = Map.groupBy(found, ({ module }) => module)
  const modules = [...byModule].map(([module, ofModule], index) => {
    const from = rows.length
    for (const [submodule, ofRow] of Map.groupBy(ofModule, (each) => each.submodule)) {
      const known = new Set(ofRow.map(({ action }) => action))
      const bits = columns.map((action) =>
        known.has(action) ? names.push({ module, submodule, action }) - 1 : -1,
      )
      rows.push({ module: index, name: submodule, bits })
    }
    return { name: module, from, to: rows.length }
  })
  return { modules, rows, columns, names }
}

export function flagsOf(shape: Shape, modules: Modules): Uint8Array {
  const granted = new Set(grantedNames(modules).map(keyOf))
  return Uint8Array.from(shape.names, (names) => (granted.has(keyOf(names)) ? 1 : 0))
}

/** The rows of each module whose names, translated or not, hold every word of a search. */
export function shownRows(shape: Shape, search: string): number[][] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return shape.modules.map(({ name, from, to }) =>
    shape.rows.slice(from, to).flatMap((row, index) => {
      const actions = shape.columns.filter((_, column) => (row.bits[column] ?? -1) >= 0)
      const text = [name, row.name, t(name), t(row.name), ...actions, ...actions.map(actionText)]
        .join(' ')
        .toLocaleLowerCase()
      return words.every((word) => text.includes(word)) ? [from + index] : []
    }),
  )
}

/** The flags of a frame as modules; `only` are the permissions that are sent, by default all. */
export function modulesOf(
  shape: Shape,
  flags: Uint8Array,
  only: Uint8Array | null = null,
): PermissionModule[] {
  const sent = shape.names
    .map((names, bit) => ({ ...names, bit }))
    .filter(({ bit }) => only?.[bit] !== 0)
  return [...Map.groupBy(sent, ({ module }) => module)].map(([module, ofModule]) => ({
    module,
    submodules: [...Map.groupBy(ofModule, ({ submodule }) => submodule)].map(([name, ofRow]) => ({
      name,
      actions: Object.fromEntries(ofRow.map(({ action, bit }) => [action, flags[bit] === 1])),
    })),
  }))
}
