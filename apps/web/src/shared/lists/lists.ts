import { sourceKinds, unusedDays } from '@steward/contract/access-review/access-review.routes'
import { kebabOf } from '@steward/contract/areas/area-lists'
import type { AreaName } from '@steward/contract/areas/areas'
import { listings } from '@steward/contract/areas/listings'
import { auditActions, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'
import type { SentQuery } from '../../api/listing.ts'
import type { ListSpec, ListState } from '../../ui/list/definition/list-spec.ts'

/** What the search over all roles sends (specification section 7): `name` alone on the first page. */
function allRolesQuery(query: SentQuery, state: ListState): SentQuery {
  if (state.search === '' || state.page > 1) return query
  const { page: _page, limit: _limit, ...rest } = query
  return rest
}

/** What the inactive and deleted lists send: their search is trimmed (specification section 9). */
function trimmedRolesQuery({ name: _, ...rest }: SentQuery, { search }: ListState): SentQuery {
  const name = search.trim()
  return name === '' ? rest : { ...rest, name }
}

const { roles, users, ...others } = listings
const { type: _, status, role, ...ofUsers } = users.filters

const ofRoles = { ...roles, name: 'roles', past: true, suffixes: true, asksSearch: true } as const
/** What the list of an area can do: filters with suffixes, a time in the past, and what is deleted. */
const ofArea = { past: true, suffixes: true, trash: 'switch' } as const

type OfArea<N extends AreaName> = (typeof listings)[N] &
  typeof ofArea & { name: string; call: `${N}.list` }

/** The list of each area but roles and users, as it is unless something else is said below. */
const areaLists = Object.fromEntries(
  Object.entries(others).map(([area, listing]) => [
    area,
    { ...listing, ...ofArea, name: kebabOf(area as AreaName), call: `${area}.list` },
  ]),
) as { [N in keyof typeof others]: OfArea<N> }

const ofPeople = { ...users, ...ofArea, filters: { status, ...ofUsers } } as const

const wordsOf = (part: 'module' | 'submodule' | 'action'): string[] => [
  ...new Set(allPermissions.map((each) => each[part])),
]

const ofReview = {
  title: msg('Access review'),
  statuses: [],
  filters: {
    unused: unusedDays,
    role: 'id',
    condition: 'flag',
    module: wordsOf('module'),
    submodule: wordsOf('submodule'),
    action: wordsOf('action'),
  },
} as const

/**
 * Every list that has a page: what its address may hold and what it asks of the server. The router
 * validates addresses and prefetches by it, so it draws nothing and imports no page.
 */
export const lists = {
  roles: { ...ofRoles, call: 'roles.list', send: allRolesQuery },
  inactiveRoles: {
    ...ofRoles,
    path: '/roles/inactive',
    one: msg('inactive role'),
    many: msg('inactive roles'),
    count: msg('{count, plural, one {# inactive role} other {# inactive roles}}'),
    call: 'roles.listInactive',
    send: trimmedRolesQuery,
  },
  deletedRoles: {
    ...ofRoles,
    path: '/roles/deleted',
    one: msg('deleted role'),
    many: msg('deleted roles'),
    count: msg('{count, plural, one {# deleted role} other {# deleted roles}}'),
    call: 'roles.listDeleted',
    trash: 'only',
    send: trimmedRolesQuery,
  },
  admins: {
    ...ofPeople,
    ...users.lists.admins,
    filters: { status, role, ...ofUsers },
    name: 'users-admins',
    call: 'users.listAdmins',
  },
  businessUsers: {
    ...ofPeople,
    ...users.lists.businessUsers,
    name: 'users-business',
    call: 'users.listBusiness',
  },
  // Members are everyone's list, narrowed to their type.
  members: {
    ...ofPeople,
    ...users.lists.members,
    fixed: { type: 'member' },
    name: 'users-members',
    call: 'users.list',
  },
  waiting: {
    path: '/users/waiting',
    one: msg('registration'),
    many: msg('registrations'),
    count: msg('{count, plural, one {# registration} other {# registrations}}'),
    title: msg('Registrations'),
    statuses: [],
    sorts: ['createdAt', 'name', 'email'],
    sort: 'createdAt',
    filters: { emailConfirmed: 'flag' },
    name: 'users-waiting',
    call: 'accounts.listWaiting',
  },
  ...areaLists,
  events: {
    ...areaLists.events,
    first: {
      name: msg('Live and upcoming'),
      filters: { status: ['scheduled', 'live'] },
      sort: 'startsAt',
    },
    views: ['calendar'],
  },
  polls: {
    ...areaLists.polls,
    one: msg('poll or survey'),
    many: msg('polls and surveys'),
    count: msg('{count, plural, one {# poll or survey} other {# polls and surveys}}'),
    // i18n: polls and surveys that take answers
    first: { name: msg('Open'), filters: { status: ['open'] }, sort: 'closesAt' },
  },
  tasks: {
    ...areaLists.tasks,
    first: {
      name: msg('My open tasks'),
      filters: { assignee: ['me'], status: ['todo', 'doing'] },
      sort: 'dueAt',
    },
    views: ['board'],
  },
  bills: {
    ...areaLists.bills,
    first: { name: msg('Due and overdue'), filters: { status: ['due', 'overdue'] }, sort: 'dueAt' },
  },
  categories: { ...areaLists.categories, views: ['tree'] },
  shoppingPosts: {
    ...areaLists.shoppingPosts,
    filters: { ...areaLists.shoppingPosts.filters, includeDeleted: 'switch' },
  },
  auditLog: {
    path: '/audit-log',
    one: msg('entry'),
    many: msg('entries'),
    count: msg('{count, plural, one {# entry} other {# entries}}'),
    title: msg('Audit log'),
    statuses: [],
    sorts: ['at'],
    sort: '-at',
    filters: {
      actor: 'id',
      area: auditAreas,
      action: auditActions,
      record: 'id',
      batch: 'id',
      from: 'moment',
      to: 'moment',
    },
    span: 'at',
    name: 'audit-log',
    call: 'auditLog.list',
  },
  accessReview: {
    ...ofReview,
    path: '/roles/access-review',
    one: msg('permission'),
    many: msg('permissions'),
    count: msg('{count, plural, one {# permission} other {# permissions}}'),
    sorts: ['person', 'permission', 'lastUsed'],
    sort: 'person',
    filters: { ...ofReview.filters, person: 'id', source: sourceKinds, service: 'flag' },
    name: 'access-review',
    call: 'accessReview.list',
  },
  accessReviewRoles: {
    ...ofReview,
    path: '/roles/access-review/roles',
    one: msg('permission of a role'),
    many: msg('permissions of roles'),
    count: msg('{count, plural, one {# permission of a role} other {# permissions of roles}}'),
    sorts: ['role', 'permission', 'people', 'lastUsed'],
    sort: 'role',
    name: 'access-review-roles',
    call: 'accessReview.listRoles',
  },
} as const satisfies Record<string, ListSpec & { path: string }>

const beginsWithLess = new Set<string>(
  Object.values(lists).flatMap((list) => ('first' in list ? [list.path] : [])),
)

/** What a link to the page of a list asks for so that it shows everything, where it begins with less. */
export const everythingAt = (path: string): { search?: { filters: 'none' } } =>
  beginsWithLess.has(path) ? { search: { filters: 'none' } } : {}
