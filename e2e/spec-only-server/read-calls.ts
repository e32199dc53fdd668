import type { SpecifiedCall } from '@steward/contract/calls/specified-calls'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { json, roleShown } from './answers.ts'
import { type Ask, type Handler, withRecord } from './ask.ts'
import { kinds, type SpecOnlyRecord, userKinds } from './records.ts'
import { type ListShape, listBody, shoppingPostsBody } from './variants.ts'

const list =
  (shape: ListShape, rows = ({ records }: Ask) => records.rows(shape.kind)): Handler =>
  (ask) =>
    json(listBody(shape, rows(ask), ask.query, ask.options))

const rolesWhere =
  (wanted: (status: unknown) => boolean) =>
  ({ records, options }: Ask): SpecOnlyRecord[] =>
    records
      .rows('roles')
      .filter(({ status }) => wanted(status))
      .map((role) => roleShown(role, options.rolePermissions))

const notDeleted = rolesWhere((status) => status !== 'deleted')
const roles: ListShape = { kind: 'roles', name: 'roles', data: 'unsaid' }

/** The calls that read (specification section 7); what `data` is, is written there. */
export const readCalls = {
  'roles.list': list(roles, notDeleted),
  'roles.listInactive': list(
    roles,
    rolesWhere((status) => status === 'inactive'),
  ),
  'roles.listDeleted': list(
    roles,
    rolesWhere((status) => status === 'deleted'),
  ),
  'users.listAdmins': list({ kind: 'admins', name: 'users', data: 'unsaid' }),
  'users.listBusiness': list({ kind: 'businessUsers', name: 'users', data: 'unsaid' }),
  'users.list': list({ kind: 'members', name: 'users', data: 'object' }, ({ records }) =>
    userKinds.flatMap((kind) => records.rows(kind)),
  ),
  'users.details': (ask) =>
    withRecord(ask, userKinds, ask.params['id'], (user) =>
      json({ data: ask.options.writes === 'named' ? { user } : user }),
    ),
  'dashboard.roles': (ask) => json({ data: notDeleted(ask) }),
  'dashboard.counts': (ask) => {
    const { records } = ask
    const counts = Object.fromEntries(kinds.map((kind) => [kind, records.count(kind)]))
    const users = userKinds.reduce((sum, kind) => sum + records.count(kind), 0)
    return json({ data: { counts: { users, ...counts, roles: notDeleted(ask).length } } })
  },
  'permissions.own': ({ options }) =>
    json({ data: options.permissions ?? permissionModules(() => true) }),
  'events.list': list({ kind: 'events', name: 'events', data: 'object' }),
  'polls.list': list({ kind: 'polls', name: 'polls', data: 'array' }),
  'tasks.list': list({ kind: 'tasks', name: 'tasks', data: 'array' }),
  'bills.list': list({ kind: 'bills', name: 'bills', data: 'object' }),
  'posts.list': list({ kind: 'posts', name: 'posts', data: 'object' }),
  'categories.list': list({ kind: 'categories', name: 'categories', data: 'unsaid' }),
  'shoppingPosts.list': ({ records, query, options }) =>
    json(shoppingPostsBody(records.rows('shoppingPosts'), query, options)),
} as const satisfies Partial<Record<SpecifiedCall, Handler>>
