import { type Listed as Area, listings as areas } from '@steward/contract/listings'
import type { SpecifiedCall } from '@steward/contract/specified-calls'

/** What the specification (section 7) says of a list, and what its area knows. */
export interface ListSpec {
  call: SpecifiedCall
  area: Area
  /** The key under `data`, or `array` where `data` is the list; null where it says nothing of it. */
  under: string | null
  /** Whether it names `page` and `limit`. */
  paged?: true
  /** Whether it names a search. */
  searched?: true
  /** Whether it names `data.pagination`. */
  pagination?: true
  /** Whether what is deleted is in it only when asked for. */
  includeDeleted?: true
}

/**
 * Who does something with a list: the server; the browser, which has the whole list; nobody, since
 * the server sends pages and passes it over; or the records were too few, or too alike, to tell.
 */
export type Doer = 'server' | 'browser' | 'nobody' | 'unknown'

/** Who pages, searches, sorts and filters a list. */
export interface ListAbilities {
  paging: Doer
  search: Doer
  sort: Doer
  filter: Doer
}

const { roles, users, events, polls, tasks, bills, posts, categories, shoppingPosts } = areas
const ofRoles = { area: roles, under: null, paged: true, searched: true } as const

/** Every list of the specification, in its order. */
export const listSpecs: readonly ListSpec[] = [
  { call: 'roles.list', ...ofRoles },
  { call: 'roles.listInactive', ...ofRoles },
  { call: 'roles.listDeleted', ...ofRoles },
  { call: 'users.listAdmins', area: users, under: null },
  { call: 'users.listBusiness', area: users, under: null },
  { call: 'users.list', area: users, under: 'users' },
  { call: 'events.list', area: events, under: 'events' },
  { call: 'polls.list', area: polls, under: 'array' },
  { call: 'tasks.list', area: tasks, under: 'array' },
  { call: 'bills.list', area: bills, under: 'bills' },
  { call: 'posts.list', area: posts, under: 'posts' },
  { call: 'categories.list', area: categories, under: null },
  {
    call: 'shoppingPosts.list',
    area: shoppingPosts,
    under: 'posts',
    paged: true,
    pagination: true,
    includeDeleted: true,
  },
]
