/**
 * The areas, one entry each: names, address, permissions, states, and what can be exported, imported and done
 * to many. listings.ts adds what follows from the fields of their records. Imports nothing, since the
 * sign-in page loads it. docs/adding-an-area.md lists what a new area takes.
 */
export const areas = {
  roles: {
    one: 'role',
    many: 'roles',
    title: 'Roles',
    path: '/roles',
    module: 'Roles',
    statuses: ['active', 'inactive', 'deleted'],
    search: 'name',
    counted: ['roles'],
    exported: ['roles', 'inactiveRoles', 'deletedRoles'],
    imported: [],
  },
  users: {
    one: 'user',
    many: 'users',
    title: 'Users',
    path: '/users/members',
    module: 'Users',
    statuses: ['active', 'inactive', 'pending'],
    // Whoever may list one type of users sees those in the list of all.
    submodules: ['Members', 'Business users', 'Admins'],
    lists: {
      admins: { one: 'admin', many: 'admins', title: 'Admins', path: '/users/admins' },
      businessUsers: {
        one: 'business user',
        many: 'business users',
        title: 'Business users',
        path: '/users/business',
      },
      members: { one: 'member', many: 'members', title: 'Members', path: '/users/members' },
    },
    counted: ['users', 'admins', 'businessUsers', 'members'],
    exported: ['users', 'admins', 'businessUsers'],
    imported: ['members'],
    // Each person under the permission for their type.
    bulk: {
      delete: 'delete',
      restore: 'delete',
      status: 'status',
      purge: 'purge',
      feed: { submodule: 'Shopping feed', action: 'update' },
      role: { submodule: 'Admins', action: 'update' },
    },
    // Nobody is made to wait for approval again.
    bulkStatuses: ['active', 'inactive'],
  },
  events: {
    one: 'event',
    many: 'events',
    title: 'Events',
    path: '/events',
    module: 'Community',
    // All but `cancelled` follow from its times.
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
    title: 'Polls and surveys',
    path: '/polls',
    module: 'Community',
    // An open one is closed once its closing time has passed.
    statuses: ['draft', 'open', 'closed'],
    counted: ['polls'],
    exported: ['polls', 'pollResults'],
    imported: ['polls'],
    bulk: { delete: 'delete', restore: 'delete', purge: 'purge' },
  },
  tasks: {
    one: 'task',
    many: 'tasks',
    title: 'Tasks',
    path: '/tasks',
    module: 'Operations',
    statuses: ['todo', 'doing', 'done', 'cancelled'],
    counted: ['tasks'],
    exported: ['tasks'],
    imported: ['tasks'],
    bulk: { delete: 'delete', restore: 'delete', status: 'update', purge: 'purge' },
  },
  bills: {
    one: 'bill',
    many: 'bills',
    title: 'Bills',
    path: '/bills',
    module: 'Operations',
    statuses: ['draft', 'due', 'paid', 'overdue', 'void'],
    span: 'dueAt',
    // Amounts are in minor units: all of one currency may stand at one end of them.
    unindexedTogether: [['currency', 'amount']],
    counted: ['bills'],
    exported: ['bills'],
    imported: ['bills'],
    bulk: { delete: 'delete', restore: 'delete', status: 'update', purge: 'purge' },
  },
  posts: {
    one: 'post',
    many: 'posts',
    title: 'Feed posts',
    path: '/posts',
    module: 'Community',
    statuses: [],
    span: 'createdAt',
    counted: ['posts'],
    exported: ['posts'],
    imported: ['posts'],
    // Keeping a post is the other outcome of the decision about deleting it.
    bulk: { delete: 'delete', keep: 'delete', restore: 'delete', purge: 'purge' },
  },
  categories: {
    one: 'category',
    many: 'categories',
    title: 'Categories',
    path: '/categories',
    module: 'Catalogue',
    statuses: ['active', 'inactive'],
    counted: ['categories'],
    exported: ['categories'],
    imported: [],
    bulk: { delete: 'delete', restore: 'delete', purge: 'purge' },
  },
  shoppingPosts: {
    one: 'shopping post',
    many: 'shopping posts',
    title: 'Shopping posts',
    path: '/shopping-posts',
    module: 'Catalogue',
    statuses: ['available', 'reserved', 'sold'],
    // Specification section 9.
    limit: 10,
    counted: ['shoppingPosts'],
    exported: ['shoppingPosts'],
    imported: ['shoppingPosts'],
    bulk: { delete: 'delete', restore: 'restore', status: 'status', purge: 'purge' },
  },
} as const satisfies Record<string, Area>

/**
 * What can be done to many records at once; a purge deletes for good what is deleted, and `keep` handles
 * the reports of posts. Of people also: `feed` opens or closes their shopping feed, `role` gives admins a role.
 */
export type BulkAction = 'delete' | 'keep' | 'restore' | 'status' | 'purge' | 'feed' | 'role'

/** The single action that permits one on many: of the area's own submodules, or of another one. */
export type BulkNeed = string | { submodule: string; action: string }

/** What some records are called, and the page of their list. */
export interface Named {
  /** One of them, and several, in lower case. */
  one: string
  many: string
  /** On the screen; also the submodule of their permissions. */
  title: string
  path: string
}

/** An area: records of one kind. */
export interface Area extends Named {
  /** The module of its permissions. */
  module: string
  /** The submodules that each let a person list some of it, where that is not its title alone. */
  submodules?: readonly string[]
  /** Lists of a part of its records that have a page and permissions of their own. */
  lists?: Readonly<Record<string, Named>>
  /** The states of a record, in the order of its life; none where it has no state. */
  statuses: readonly string[]
  /** Filters, with one another or with a sort, that no index finds together, so that all rows may be read. */
  unindexedTogether?: readonly (readonly [filter: string, filterOrSort: string])[]
  /** The time that `from` and `to` bound. */
  span?: string
  /** The query key of its search; `search` unless given. */
  search?: 'name'
  /** Rows a page; 25 unless given. */
  limit?: number
  /** What the dashboard counts of it. */
  counted: readonly string[]
  /** What can be exported of it; what is not in `lists` is under the area's own permission. */
  exported: readonly string[]
  /** What files can be imported into. */
  imported: readonly string[]
  /** What can be done to many of its records at once, and the action that permits it for one. */
  bulk?: Readonly<Partial<Record<BulkAction, BulkNeed>>>
  /** The states that can be given to many; all unless given. */
  bulkStatuses?: readonly string[]
}

type Areas = typeof areas
/** The name of an area. */
export type AreaName = keyof Areas
/** What the dashboard counts. */
export type Counted = Areas[AreaName]['counted'][number]
/** A list that can be exported. */
export type ExportArea = Areas[AreaName]['exported'][number]
/** What files can be imported into. */
export type ImportArea = Areas[AreaName]['imported'][number]
/** An area whose records a job can change. */
export type BulkArea = {
  [N in AreaName]: Areas[N] extends { bulk: object } ? N : never
}[AreaName]
/** A list, or a part of one, that has a name: an area's own, or one of `lists`, `exported`, …. */
export type ListName = AreaName | Counted | ExportArea | ImportArea
/** The page of a list. */
export type AreaPath =
  | Areas[AreaName]['path']
  | Areas['users']['lists'][keyof Areas['users']['lists']]['path']
