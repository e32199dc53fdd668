import { type Permission, permissionModules } from '@steward/contract/permissions/permissions'
import type { Insertable } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import { day, iso } from './random.ts'
import type { Setting } from './setting.ts'

type Grant = (permission: Permission) => boolean
const reading: Grant = ({ action }) => action === 'list' || action === 'view'
const within = ({ module, submodule }: Permission, ...names: string[]) =>
  names.includes(module) || names.includes(submodule)

/** What the roles of `roles.json` permit, in the same order. */
const roles: readonly {
  status?: 'inactive' | 'deleted'
  grants: Grant
}[] = [
  {
    grants: (p) =>
      within(p, 'Dashboard', 'Community', 'Shopping posts', 'Shopping feed') ||
      (within(p, 'Categories') && p.action !== 'delete') ||
      (within(p, 'Members') && reading(p)),
  },
  {
    grants: (p) =>
      within(p, 'Dashboard') ||
      (within(p, 'Users') && p.submodule !== 'Admins' && p.action !== 'delete') ||
      (within(p, 'Community') && reading(p)),
  },
  {
    grants: (p) =>
      within(p, 'Dashboard', 'Operations') ||
      (within(p, 'Users') && p.submodule !== 'Admins' && reading(p)),
  },
  {
    grants: (p) => within(p, 'Dashboard', 'Categories') || (within(p, 'Community') && reading(p)),
  },
  {
    grants: reading,
  },
  {
    grants: (p) => !(p.module === 'Roles' && p.action === 'delete'),
  },
  {
    status: 'inactive',
    grants: (p) => within(p, 'Events', 'Tasks'),
  },
  {
    status: 'deleted',
    grants: (p) => within(p, 'Feed posts') && reading(p),
  },
]

export function buildRoles({ random, now, id, pictures, words }: Setting) {
  return roles.map((role, i) => {
    const { name, description } = words.roles[i] as (typeof words.roles)[number]
    const created = now - (900 - i * 70) * day
    const isDeleted = role.status === 'deleted'
    return {
      id: id(created),
      name,
      description,
      image: pictures.emblems[i % pictures.emblems.length] ?? null,
      status: role.status ?? 'active',
      status_before_deletion: isDeleted ? 'active' : null,
      deleted_at: isDeleted ? iso(now - 4 * day) : null,
      permissions: permissionModules(role.grants),
      created_at: iso(created),
      updated_at: iso(created + random.int(0, 60) * day),
    }
  }) satisfies (Omit<Insertable<Tables['roles']>, 'permissions'> & { permissions: unknown })[]
}
