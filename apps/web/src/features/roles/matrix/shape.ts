import { actionWords } from '@steward/contract/permissions/permission-words'
import type { Permission, PermissionModule } from '@steward/contract/permissions/permissions'

export type PermissionNames = { [part in keyof Permission]: string }

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

/** Each permission that some modules name, with whether it is granted: only where the flag is exactly `true`. */
const flagsIn = (modules: Modules) =>
  modules.flatMap((entry) =>
    entry.submodules.flatMap(({ name, actions }) =>
      Object.entries(actions ?? {}).flatMap(([action, flag]) => {
        const [module, submodule] = [entry.module, name]
        return module === null || submodule === null
          ? []
          : [{ names: { module, submodule, action }, granted: flag === true }]
      }),
    ),
  )

/** The frame that holds every permission of some lists of modules. */
export function shapeOf(...lists: readonly Modules[]): Shape {
  const found = lists.flatMap(flagsIn).map(({ names }) => names)
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
  const granted = new Set(
    flagsIn(modules).flatMap((each) => (each.granted ? [keyOf(each.names)] : [])),
  )
  return Uint8Array.from(shape.names, (names) => (granted.has(keyOf(names)) ? 1 : 0))
}

export const keyOf = ({ module, submodule, action }: PermissionNames): string =>
  JSON.stringify([module, submodule, action])

/** The rows of each module whose names (module, submodule, actions) hold every word of a search. */
export function shownRows(shape: Shape, search: string): number[][] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return shape.modules.map(({ name, from, to }) =>
    shape.rows.slice(from, to).flatMap((row, index) => {
      const actions = shape.columns.filter((_, column) => (row.bits[column] ?? -1) >= 0)
      const text = [name, row.name, ...actions, ...actions.map(actionWords)]
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
  const modules = shape.modules.map(({ name: module, from, to }) => ({
    module,
    submodules: shape.rows.slice(from, to).map(({ name, bits }) => ({
      name,
      actions: Object.fromEntries(
        shape.columns.flatMap((action, column) => {
          const bit = bits[column] ?? -1
          return bit < 0 || only?.[bit] === 0 ? [] : [[action, flags[bit] === 1]]
        }),
      ),
    })),
  }))
  if (!only) return modules
  return modules
    .map(({ module, submodules }) => ({
      module,
      submodules: submodules.filter(({ actions }) => Object.keys(actions).length > 0),
    }))
    .filter(({ submodules }) => submodules.length > 0)
}
