/**
 * The areas: names, address, permissions, states, and what can be exported, imported and done to many; listings.ts
 * adds what follows from fields. Imports nothing: the sign-in page loads it. See docs/adding-an-area.md.
 */
export const areas = {
  roles: {
    one: 'role',
    many: 'roles',
    count: '{count, plural, one {# role} other {# roles}}',
    title: 'Roles',
    path: '/roles',
    module: 'Roles',
    actions: ['list', 'create', 'update', 'status', 'delete', 'restore', 'preview', 'purge'],
    statuses: ['active', 'inactive', 'deleted'],
    search: 'name',
    counted: ['roles'],
    exported: ['roles', 'inactiveRoles', 'deletedRoles'],
    imported: [],
  },
  users: {
    one: 'user',
    many: 'users',
    count: '{count, plural, one {# user} other {# users}}',
    title: 'Users',
    path: '/users/members',
    module: 'Users',
    statuses: ['active', 'inactive', 'pending'],
    // People who may list one type see the users of that type in the list of all.
    submodules: ['Members', 'Business users', 'Admins'],
    lists: {
      admins: {
        one: 'admin',
        many: 'admins',
        count: '{count, plural, one {# admin} other {# admins}}',
        title: 'Admins',
        path: '/users/admins',
      },
      businessUsers: {
        one: 'business user',
        many: 'business users',
        count: '{count, plural, one {# business user} other {# business users}}',
        title: 'Business users',
        path: '/users/business',
      },
      members: {
        one: 'member',
        many: 'members',
        count: '{count, plural, one {# member} other {# members}}',
        title: 'Members',
        path: '/users/members',
      },
    },
    counted: ['users', 'admins', 'businessUsers', 'members'],
    exported: ['users', 'admins', 'businessUsers'],
    imported: ['members'],
    // The permission depends on the type of each person.
    bulk: {
      delete: 'delete',
      restore: 'delete',
      status: 'status',
      purge: 'purge',
      feed: { submodule: 'Shopping feed', action: 'update' },
      role: { submodule: 'Admins', action: 'update' },
    },
    bulkStatuses: ['active', 'inactive'],
  },
  events: {
    one: 'event',
    many: 'events',
    count: '{count, plural, one {# event} other {# events}}',
    title: 'Events',
    path: '/events',
    module: 'Community',
    actions: ['list', 'create', 'update', 'delete', 'import', 'purge'],
    // The other states follow from the times of the event.
    statuses: ['scheduled', 'live', 'ended', 'cancelled'],
    span: 'startsAt',
    counted: ['events'],
    exported: ['events'],
    imported: ['events'],
    bulk: { delete: 'delete', restore: 'delete', purge: 'purge' },
  },
  polls: {
    one: 'poll',
    many: 'polls',
    count: '{count, plural, one {# poll} other {# polls}}',
    title: 'Polls and surveys',
    path: '/polls',
    module: 'Community',
    actions: ['list', 'create', 'update', 'delete', 'import', 'purge'],
    statuses: ['draft', 'open', 'closed'],
    counted: ['polls'],
    exported: ['polls', 'pollResults'],
    imported: ['polls'],
    bulk: { delete: 'delete', restore: 'delete', purge: 'purge' },
  },
  tasks: {
    one: 'task',
    many: 'tasks',
    count: '{count, plural, one {# task} other {# tasks}}',
    title: 'Tasks',
    path: '/tasks',
    module: 'Operations',
    actions: ['list', 'create', 'update', 'comment', 'delete', 'import', 'purge'],
    statuses: ['todo', 'doing', 'done', 'cancelled'],
    counted: ['tasks'],
    exported: ['tasks'],
    imported: ['tasks'],
    bulk: { delete: 'delete', restore: 'delete', status: 'update', purge: 'purge' },
  },
  bills: {
    one: 'bill',
    many: 'bills',
    count: '{count, plural, one {# bill} other {# bills}}',
    title: 'Bills',
    path: '/bills',
    module: 'Operations',
    actions: ['list', 'create', 'update', 'delete', 'import', 'purge'],
    statuses: ['draft', 'due', 'paid', 'overdue', 'void'],
    span: 'dueAt',
    // Amounts are in minor units, so all rows of a currency may be at one end of the order.
    unindexedTogether: [['currency', 'amount']],
    counted: ['bills'],
    exported: ['bills'],
    imported: ['bills'],
    bulk: { delete: 'delete', restore: 'delete', status: 'update', purge: 'purge' },
  },
  posts: {
    one: 'post',
    many: 'posts',
    count: '{count, plural, one {# post} other {# posts}}',
    title: 'Feed posts',
    path: '/posts',
    module: 'Community',
    actions: ['list', 'delete', 'import', 'purge'],
    statuses: [],
    span: 'createdAt',
    counted: ['posts'],
    exported: ['posts'],
    imported: ['posts'],
    // Keeping a reported post is the other outcome of the decision to delete it.
    bulk: { delete: 'delete', keep: 'delete', restore: 'delete', purge: 'purge' },
  },
  categories: {
    one: 'category',
    many: 'categories',
    count: '{count, plural, one {# category} other {# categories}}',
    title: 'Categories',
    path: '/categories',
    module: 'Catalogue',
    actions: ['list', 'create', 'update', 'delete', 'purge'],
    statuses: ['active', 'inactive'],
    counted: ['categories'],
    exported: ['categories'],
    imported: [],
    bulk: { delete: 'delete', restore: 'delete', purge: 'purge' },
  },
  shoppingPosts: {
    one: 'shopping post',
    many: 'shopping posts',
    count: '{count, plural, one {# shopping post} other {# shopping posts}}',
    title: 'Shopping posts',
    path: '/shopping-posts',
    module: 'Catalogue',
    actions: ['list', 'status', 'delete', 'restore', 'import', 'purge'],
    statuses: ['available', 'reserved', 'sold'],
    // Specification section 9 sets this limit.
    limit: 10,
    counted: ['shoppingPosts'],
    exported: ['shoppingPosts'],
    imported: ['shoppingPosts'],
    bulk: { delete: 'delete', restore: 'restore', status: 'status', purge: 'purge' },
  },
} as const satisfies Record<string, Area>

/** `keep` handles reports of posts, `feed` sets the shopping feed of people, `role` gives admins a role. */
export type BulkAction = 'delete' | 'keep' | 'restore' | 'status' | 'purge' | 'feed' | 'role'

/** The action on one record whose permission allows it on many; of the area's submodules unless it names another. */
export type BulkNeed = string | { submodule: string; action: string }

export interface Named {
  /** One record in words, in lower case. */
  one: string
  many: string
  /** A number of them as a message: `3 bills`. */
  count: string
  /** The title on screens, which is also the submodule of its permissions. */
  title: string
  path: string
}

export interface Area extends Named {
  /** The module of its permissions. */
  module: string
  /** The actions that a role can permit; for users the catalogue has them by submodule. */
  actions?: readonly string[]
  /** The submodules of its permissions, each of which lets a person list some records; `title` by default. */
  submodules?: readonly string[]
  /** The parts that have a page and permissions of their own. */
  lists?: Readonly<Record<string, Named>>
  /** The states of a record in the order of its life; may be empty. */
  statuses: readonly string[]
  /** Pairs that no index serves together, so that all rows may be read. */
  unindexedTogether?: readonly (readonly [filter: string, filterOrSort: string])[]
  /** The time that the filters `from` and `to` bound. */
  span?: string
  /** The key of the search in a query; `search` by default. */
  search?: 'name'
  /** The rows of a page; 25 by default. */
  limit?: number
  /** The lists that the dashboard counts. */
  counted: readonly string[]
  /** The lists that can be exported; those not in `lists` need the area's own permission. */
  exported: readonly string[]
  imported: readonly string[]
  /** The actions on many records, each with the action on one record that permits it. */
  bulk?: Readonly<Partial<Record<BulkAction, BulkNeed>>>
  /** The states that many records can be given at once; all by default. */
  bulkStatuses?: readonly string[]
}

export type Areas = typeof areas
export type AreaName = keyof Areas
/** All areas, in their order. */
export const areaNames = Object.keys(areas) as [AreaName, ...AreaName[]]
export type Counted = Areas[AreaName]['counted'][number]
export type ExportArea = Areas[AreaName]['exported'][number]
export type ImportArea = Areas[AreaName]['imported'][number]
export type BulkArea = {
  [N in AreaName]: Areas[N] extends { bulk: object } ? N : never
}[AreaName]
/** The name of a list, or of a part of one. */
export type ListName = AreaName | Counted | ExportArea | ImportArea
export type AreaPath =
  | Areas[AreaName]['path']
  | Areas['users']['lists'][keyof Areas['users']['lists']]['path']
