import { type Permission, permissionModules } from '@steward/contract/permissions/permissions'
import type { Insertable } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import { day, iso } from './random.ts'
import type { Setting } from './setting.ts'

type Grant = (permission: Permission) => boolean
const reading: Grant = ({ action }) => action === 'list' || action === 'view'
const within = ({ module, submodule }: Permission, ...names: string[]) =>
  names.includes(module) || names.includes(submodule)

const roleTexts: readonly {
  name: string
  description: string
  status?: 'inactive' | 'deleted'
  grants: Grant
}[] = [
  {
    name: 'Moderator',
    description: 'Keeps the feed and the market a place that one likes to open.',
    grants: (p) =>
      within(p, 'Dashboard', 'Community', 'Shopping posts', 'Shopping feed') ||
      (within(p, 'Categories') && p.action !== 'delete') ||
      (within(p, 'Members') && reading(p)),
  },
  {
    name: 'Support',
    description: 'Helps people with their accounts.',
    grants: (p) =>
      within(p, 'Dashboard') ||
      (within(p, 'Users') && p.submodule !== 'Admins' && p.action !== 'delete') ||
      (within(p, 'Community') && reading(p)),
  },
  {
    name: 'Finance',
    description: 'Bills, payers and reminders.',
    grants: (p) =>
      within(p, 'Dashboard', 'Operations') ||
      (within(p, 'Users') && p.submodule !== 'Admins' && reading(p)),
  },
  {
    name: 'Editor',
    description: 'Events, polls and the tree of categories.',
    grants: (p) => within(p, 'Dashboard', 'Categories') || (within(p, 'Community') && reading(p)),
  },
  {
    name: 'Read-only',
    description: 'Sees everything, changes nothing. For the board and for auditors.',
    grants: reading,
  },
  {
    name: 'Team lead',
    description: 'Looks after the team: roles, staff and every area.',
    grants: (p) => !(p.module === 'Roles' && p.action === 'delete'),
  },
  {
    name: 'Summer fair crew',
    description: 'Was in use during the fair; comes back next summer.',
    status: 'inactive',
    grants: (p) => within(p, 'Events', 'Tasks'),
  },
  {
    name: 'متطوّعو الترجمة',
    description: 'Translators of the welcome pages.',
    status: 'deleted',
    grants: (p) => within(p, 'Feed posts') && reading(p),
  },
]

export function buildRoles({ random, now, id, pictures }: Setting) {
  return roleTexts.map((text, i) => {
    const created = now - (900 - i * 70) * day
    const isDeleted = text.status === 'deleted'
    return {
      id: id(created),
      name: text.name,
      description: text.description,
      image: pictures.emblems[i % pictures.emblems.length] ?? null,
      status: text.status ?? 'active',
      status_before_deletion: isDeleted ? 'active' : null,
      deleted_at: isDeleted ? iso(now - 4 * day) : null,
      permissions: permissionModules(text.grants),
      created_at: iso(created),
      updated_at: iso(created + random.int(0, 60) * day),
    }
  }) satisfies (Omit<Insertable<Tables['roles']>, 'permissions'> & { permissions: unknown })[]
}
