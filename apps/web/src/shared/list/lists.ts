import { listings } from '@steward/contract/areas/listings'
import { auditActions, auditAreas } from '@steward/contract/system/audit-log.routes'
import type { ListSpec } from '../../ui/list/url/list-spec.ts'
import { allRolesQuery, trimmedRolesQuery } from './role-query.ts'

const { roles, users, events, polls, tasks, bills, posts, categories, shoppingPosts } = listings
const { type: _, status, role, ...ofUsers } = users.filters

const ofRoles = { ...roles, name: 'roles', under: 'roles', past: true, suffixes: true } as const
/** What the list of an area can do: filters with suffixes, a time in the past, and what is deleted. */
const ofArea = { past: true, suffixes: true, trash: 'switch' } as const
const ofPeople = { ...users, ...ofArea, under: 'users' } as const

/**
 * Every list that has a page: what its address may hold and what it asks of the server. The router
 * validates addresses and prefetches by it, so it draws nothing and imports no page.
 */
export const lists = {
  roles: { ...ofRoles, call: 'roles.list', send: allRolesQuery, asksSearch: true },
  inactiveRoles: {
    ...ofRoles,
    one: 'inactive role',
    many: 'inactive roles',
    call: 'roles.listInactive',
    send: trimmedRolesQuery,
    asksSearch: true,
  },
  deletedRoles: {
    ...ofRoles,
    one: 'deleted role',
    many: 'deleted roles',
    call: 'roles.listDeleted',
    trash: 'only',
    send: trimmedRolesQuery,
    asksSearch: true,
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
    filters: { status, ...ofUsers },
    name: 'users-business',
    call: 'users.listBusiness',
  },
  // Members are everyone's list, narrowed to their type.
  members: {
    ...ofPeople,
    ...users.lists.members,
    filters: { status, ...ofUsers },
    fixed: { type: 'member' },
    name: 'users-members',
    call: 'users.list',
  },
  waiting: {
    one: 'registration',
    many: 'registrations',
    title: 'Registrations',
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
    ...ofArea,
    first: {
      name: 'Live and upcoming',
      filters: { status: ['scheduled', 'live'] },
      sort: 'startsAt',
    },
    views: ['calendar'],
    name: 'events',
    call: 'events.list',
    under: 'events',
  },
  polls: {
    ...polls,
    ...ofArea,
    one: 'poll or survey',
    many: 'polls and surveys',
    first: { name: 'Open', filters: { status: ['open'] }, sort: 'closesAt' },
    name: 'polls',
    call: 'polls.list',
  },
  tasks: {
    ...tasks,
    ...ofArea,
    first: {
      name: 'My open tasks',
      filters: { assignee: ['me'], status: ['todo', 'doing'] },
      sort: 'dueAt',
    },
    views: ['board'],
    name: 'tasks',
    call: 'tasks.list',
  },
  bills: {
    ...bills,
    ...ofArea,
    first: { name: 'Due and overdue', filters: { status: ['due', 'overdue'] }, sort: 'dueAt' },
    name: 'bills',
    call: 'bills.list',
    under: 'bills',
  },
  posts: { ...posts, ...ofArea, name: 'posts', call: 'posts.list', under: 'posts' },
  categories: {
    ...categories,
    ...ofArea,
    views: ['tree'],
    name: 'categories',
    call: 'categories.list',
    under: 'categories',
  },
  shoppingPosts: {
    ...shoppingPosts,
    ...ofArea,
    filters: { ...shoppingPosts.filters, includeDeleted: 'switch' },
    name: 'shopping-posts',
    call: 'shoppingPosts.list',
    under: 'posts',
  },
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
