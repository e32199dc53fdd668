import { type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { needsOfChange, type TypesOfUser } from '@steward/contract/areas/change-needs'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import { type Change, isStatusChange, rowChangeOf } from '../../db/write/audit-lines.ts'
import { fieldOf } from './checks.ts'

export type Row = Readonly<Record<string, unknown>>

/** A change as a permission is asked of it: the row before, and the one after where that has to be among those it is for. */
export interface NeededOf {
  permission: Permission
  before: Row | null
  after: Row | null
}

/** The permissions that a change needs. */
export function needed(area: AreaName, change: Change, isImport: boolean): NeededOf[] {
  const { before, after } = change as { before: Row | null; after: Row | null }
  const rows = [before, after].filter((row) => row !== null)
  const types = area === 'users' ? (rows.map((row) => row['type']) as UserType[]) : undefined
  const what = rowChangeOf(change)
  const asked = (call: string) => {
    const { needs } = routes[call as EndpointName]
    if (typeof needs === 'string') return []
    const own =
      types && needs.filter(({ submodule }) => submodule === userSubmodule[types[0] ?? 'member'])
    return [own?.length ? own : needs]
  }
  const needs =
    isImport && what !== 'purge'
      ? importing(area, types)
      : what === 'create' || what === 'purge'
        ? Object.hasOwn(routes, `${area}.${what}`)
          ? asked(`${area}.${what}`)
          : []
        : (needsOfChange(
            area,
            typeof what === 'string' ? what : { fields: what.columns.map(fieldOf) },
            types as TypesOfUser | undefined,
          ) ?? [])
  const isEdit = typeof what === 'object' && !isStatusChange(what.columns)
  return needs.flatMap(([permission]) => {
    if (!permission) return []
    // A new state, and a deletion, may take a record out of the rows that it was among; an edit may not.
    const both = isImport || what === 'create' || (isEdit && permission.action === 'update')
    return [{ permission, before, after: both ? after : null }]
  })
}

function importing(area: AreaName, types: readonly UserType[] | undefined): Permission[][] {
  const { module, title } = contract[area]
  const submodules = types ? [...new Set(types)].map((type) => userSubmodule[type]) : [title]
  return submodules.map((submodule) => [{ module, submodule, action: 'import' } as Permission])
}
