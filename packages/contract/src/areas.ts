/**
 * The areas of Steward, one record each: what they are called, where they stand, what permits them,
 * and what their lists know. Whatever else has to name an area (the schemas of its list, exports,
 * imports, jobs, dashboard, sidebar) derives it from here. Imports nothing: the sign-in page
 * has it too. docs/adding-an-area.md tells what a new one takes.
 */
export const areas = {
  roles: {
    one: 'role',
    many: 'roles',
    title: 'Roles',
    path: '/roles',
    module: 'Roles',
    statuses: ['active', 'inactive', 'deleted'],
    sorts: ['createdAt', 'name', 'userCount', 'deletedAt'],
    filters: { userCount: 'number', createdAt: 'time' },
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
    sorts: ['createdAt', 'name', 'email', 'lastActiveAt', 'deletedAt'],
    filters: {
      type: ['admin', 'business', 'member'],
      status: 'status',
      role: 'id',
      shoppingFeedStatus: ['active', 'inactive'],
      createdAt: 'time',
      lastActiveAt: 'time',
      email: 'text',
      phone: 'text',
      location: 'text',
    },
    optional: ['role', 'lastActiveAt', 'email', 'phone', 'location'],
    dear: ['phone', 'location'],
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
    sorts: ['startsAt', 'createdAt', 'title', 'attendeeCount', 'deletedAt'],
    filters: {
      status: 'status',
      online: 'flag',
      host: 'person',
      from: 'from',
      to: 'to',
      startsAt: 'time',
      endsAt: 'time',
      attendeeCount: 'number',
      capacity: 'number',
      location: 'text',
      createdAt: 'time',
    },
    span: 'startsAt',
    optional: ['host', 'endsAt', 'capacity', 'location'],
    dear: ['endsAt', 'capacity', 'location'],
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
    sorts: ['createdAt', 'closesAt', 'title', 'responseCount', 'deletedAt'],
    // A poll asks one question, a survey several.
    filters: {
      kind: ['poll', 'survey'],
      status: 'status',
      author: 'person',
      responseCount: 'number',
      opensAt: 'time',
      closesAt: 'time',
      createdAt: 'time',
    },
    optional: ['author', 'opensAt', 'closesAt'],
    dear: ['author', 'opensAt'],
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
    sorts: ['dueAt', 'createdAt', 'priority', 'title', 'deletedAt'],
    filters: {
      status: 'status',
      // How much a task presses, least first.
      priority: ['low', 'normal', 'high', 'urgent'],
      assignee: 'person',
      // The record that a task is about, whatever its area.
      about: 'id',
      overdue: 'flag',
      dueAt: 'time',
      createdAt: 'time',
    },
    optional: ['assignee', 'dueAt'],
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
    sorts: ['createdAt', 'dueAt', 'amount', 'number', 'deletedAt'],
    filters: {
      status: 'status',
      currency: 'currency',
      payer: 'person',
      from: 'from',
      to: 'to',
      amount: 'money',
      dueAt: 'time',
      issuedAt: 'time',
      paidAt: 'time',
      createdAt: 'time',
    },
    span: 'dueAt',
    optional: ['dueAt', 'issuedAt', 'paidAt'],
    dear: ['issuedAt'],
    // Amounts are in minor units: all of one currency may stand at one end of them.
    dearTogether: [['currency', 'amount']],
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
    sorts: ['createdAt', 'likeCount', 'commentCount', 'reportCount', 'deletedAt'],
    filters: {
      category: 'id',
      author: 'person',
      from: 'from',
      to: 'to',
      reportCount: 'number',
      // Reports that nobody has decided about.
      openReportCount: 'number',
      likeCount: 'number',
      commentCount: 'number',
      createdAt: 'time',
    },
    span: 'createdAt',
    optional: ['category', 'author'],
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
    sorts: ['position', 'createdAt', 'name', 'postCount', 'deletedAt'],
    filters: { status: 'status', parent: 'id', postCount: 'number', createdAt: 'time' },
    optional: ['parent'],
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
    sorts: ['createdAt', 'price', 'title', 'deletedAt'],
    filters: {
      status: 'status',
      category: 'id',
      seller: 'person',
      includeDeleted: 'flag',
      price: 'money',
      createdAt: 'time',
    },
    optional: ['category', 'seller'],
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

/**
 * How a filter of a list is read: as one of some words, or as its kind of value. A person is an id, or
 * `me`; money is in minor units; of a text only whether it is empty is asked; `from` and `to` bound the
 * field that the area names as its `span`. filters.ts says which suffixes each kind takes.
 */
export type FilterKind =
  | readonly string[]
  | 'status'
  | 'id'
  | 'person'
  | 'currency'
  | 'flag'
  | 'from'
  | 'to'
  | 'number'
  | 'money'
  | 'time'
  | 'text'

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
  /** The fields that its list sorts by; `createdAt` descending unless asked otherwise. What is not deleted has no `deletedAt`. */
  sorts: readonly string[]
  filters: Readonly<Record<string, FilterKind>>
  /** Those of its filters whose field can be empty, which `.empty` asks for. */
  optional?: readonly string[]
  /** Those whose field has no index, so that all rows are read where few have what is asked for. */
  dear?: readonly string[]
  /** Filters, with one another or with a sort, that no index finds together, so that all rows may be read. */
  dearTogether?: readonly (readonly [filter: string, filterOrSort: string])[]
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
