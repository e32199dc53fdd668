import { areas } from '@steward/contract/areas'
import { auditActions, auditAreas } from '@steward/contract/audit-log.routes'
import type { ListSpec } from '../../ui/list/list-search.ts'
import { allRolesQuery, trimmedRolesQuery } from './role-query.ts'

const { roles, users, events, polls, tasks, bills, posts, categories, shoppingPosts } = areas
const { status, role, shoppingFeedStatus } = users.filters

/**
 * Every list that has a page: what its address may hold and what it asks of the server. The router
 * validates addresses and prefetches by it, so it draws nothing and imports no page.
 */
export const lists = {
  roles: {
    ...roles,
    name: 'roles',
    call: 'roles.list',
    under: 'roles',
    send: allRolesQuery,
    asksSearch: true,
  },
  inactiveRoles: {
    ...roles,
    one: 'inactive role',
    many: 'inactive roles',
    name: 'roles',
    call: 'roles.listInactive',
    under: 'roles',
    send: trimmedRolesQuery,
    asksSearch: true,
  },
  deletedRoles: {
    ...roles,
    one: 'deleted role',
    many: 'deleted roles',
    name: 'roles',
    call: 'roles.listDeleted',
    under: 'roles',
    trash: 'only',
    send: trimmedRolesQuery,
    asksSearch: true,
  },
  admins: {
    ...users,
    ...users.lists.admins,
    filters: { status, role, shoppingFeedStatus },
    name: 'users-admins',
    call: 'users.listAdmins',
    trash: 'switch',
    under: 'users',
  },
  businessUsers: {
    ...users,
    ...users.lists.businessUsers,
    filters: { status, shoppingFeedStatus },
    name: 'users-business',
    call: 'users.listBusiness',
    trash: 'switch',
    under: 'users',
  },
  // Members are everyone's list, narrowed to their type.
  members: {
    ...users,
    ...users.lists.members,
    filters: { status, shoppingFeedStatus },
    fixed: { type: 'member' },
    name: 'users-members',
    call: 'users.list',
    trash: 'switch',
    under: 'users',
  },
  waiting: {
    one: 'registration',
    many: 'registrations',
    title: 'Waiting for approval',
    statuses: [],
    sorts: ['createdAt', 'name', 'email'],
    sort: 'createdAt',
    filters: { emailConfirmed: 'flag' },
    name: 'users-waiting',
    call: 'accounts.listWaiting',
    under: 'users',
  },
  events: {
    ...events,
    filters: {
      status: events.filters.status,
      online: events.filters.online,
      from: events.filters.from,
      to: events.filters.to,
    },
    views: ['calendar'],
    name: 'events',
    call: 'events.list',
    trash: 'switch',
    under: 'events',
  },
  polls: {
    ...polls,
    one: 'poll or survey',
    many: 'polls and surveys',
    name: 'polls',
    call: 'polls.list',
    trash: 'switch',
  },
  tasks: { ...tasks, views: ['board'], name: 'tasks', call: 'tasks.list', trash: 'switch' },
  bills: { ...bills, name: 'bills', call: 'bills.list', under: 'bills', trash: 'switch' },
  posts: { ...posts, name: 'posts', call: 'posts.list', under: 'posts', trash: 'switch' },
  categories: {
    ...categories,
    views: ['tree'],
    name: 'categories',
    call: 'categories.list',
    trash: 'switch',
    under: 'categories',
  },
  shoppingPosts: {
    ...shoppingPosts,
    filters: { ...shoppingPosts.filters, includeDeleted: 'switch' },
    name: 'shopping-posts',
    call: 'shoppingPosts.list',
    trash: 'switch',
    under: 'posts',
  },
  // No area: what is listed are entries about the records of all of them.
  auditLog: {
    one: 'entry',
    many: 'entries',
    title: 'Audit log',
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
    name: 'audit-log',
    call: 'auditLog.list',
    under: 'entries',
  },
} as const satisfies Record<string, ListSpec>
