import type { Permission, PermissionModule } from '@steward/contract/permissions/permissions'
import { type DeepPartial, listOf, textOf } from '../../../api/read.ts'

/** A permission by the names of whatever server it is of. */
export type PermissionNames = { [part in keyof Permission]: string }

/** One submodule: a row of the matrix. */
export interface ShapeRow {
  module: number
  name: string
  /** The place of each column's permission among all of them; -1 where there is no such action. */
  bits: Int32Array
}

/** The frame of a permission matrix; which permissions are granted stands apart, one byte each. */
export interface Shape {
  /** Modules with their rows: from the first up to, and without, the last. */
  modules: readonly { name: string; from: number; to: number }[]
  rows: readonly ShapeRow[]
  /** Actions, in the order in which people think of them. */
  columns: readonly string[]
  /** The names of each permission. */
  names: readonly PermissionNames[]
}

const usual = ['list', 'view', 'create', 'update', 'status', 'delete', 'restore', 'purge']

/**
 * The frame that holds every permission of some lists of modules; what only one of them has is in
 * it too.
 */
export function shapeOf(...lists: readonly (readonly DeepPartial<PermissionModule>[])[]): Shape {
  const found = new Map<string, Map<string, Set<string>>>()
  const actions = new Set<string>()
  for (const entry of lists.flat()) {
    const module = textOf(entry.module)
    if (module === null) continue
    const submodules = found.get(module) ?? new Map<string, Set<string>>()
    found.set(module, submodules)
    for (const { name, actions: flags } of listOf(entry.submodules)) {
      const submodule = textOf(name)
      if (submodule === null) continue
      const known = submodules.get(submodule) ?? new Set<string>()
      submodules.set(submodule, known)
      for (const action of Object.keys(flags ?? {})) {
        known.add(action)
        actions.add(action)
      }
    }
  }
  const columns = [
    ...usual.filter((action) => actions.has(action)),
    ...[...actions].filter((action) => !usual.includes(action)),
  ]
  return fill(found, columns)
}

function fill(found: Map<string, Map<string, Set<string>>>, columns: string[]): Shape {
  const rows: ShapeRow[] = []
  const names: PermissionNames[] = []
  const modules = [...found].map(([module, submodules], index) => {
    const from = rows.length
    for (const [submodule, known] of submodules) {
      const bits = Int32Array.from(columns, (action) =>
        known.has(action) ? names.push({ module, submodule, action }) - 1 : -1,
      )
      rows.push({ module: index, name: submodule, bits })
    }
    return { name: module, from, to: rows.length }
  })
  return { modules, rows, columns, names }
}

/** Which permissions of a frame some modules grant: 1 only where the flag is exactly `true`. */
export function flagsOf(
  shape: Shape,
  modules: readonly DeepPartial<PermissionModule>[],
): Uint8Array {
  const granted = new Set<string>()
  for (const entry of modules) {
    for (const { name, actions } of listOf(entry.submodules)) {
      for (const [action, flag] of Object.entries(actions ?? {})) {
        if (flag === true) granted.add(keyOf({ module: entry.module, submodule: name, action }))
      }
    }
  }
  return Uint8Array.from(shape.names, (names) => (granted.has(keyOf(names)) ? 1 : 0))
}

const keyOf = (names: { [part in keyof PermissionNames]?: unknown }): string =>
  JSON.stringify([names.module, names.submodule, names.action])

/**
 * The flags of a frame as the modules that a server takes.
 * @param only the permissions that are told; all of them unless given
 */
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
