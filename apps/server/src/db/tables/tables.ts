import { type AreaName, areas, type ImportArea } from '@steward/contract/areas/areas'
import type { Bill } from '@steward/contract/bills/bills'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Category } from '@steward/contract/categories/categories'
import type { SavedView } from '@steward/contract/lists/saved-views'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Poll } from '@steward/contract/polls/polls'
import type { PostReport } from '@steward/contract/posts/posts'
import type { Job, JobFailure } from '@steward/contract/records/jobs'
import type { Role } from '@steward/contract/roles/roles'
import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import type { Task } from '@steward/contract/tasks/tasks'
import type { User } from '@steward/contract/users/users'
import type { ColumnType, Generated, GeneratedAlways, SelectType } from 'kysely'
import type { DB } from './schema.generated.ts'

/** What a column may be refined to: no more than what comes out of it, and null where that can be. */
type Refinement<C> =
  | (null extends SelectType<C> ? null : never)
  | Exclude<SelectType<C>, null>
  // biome-ignore lint/suspicious/noExplicitAny: what goes in is the refinement's own
  | ColumnType<SelectType<C>, any, any>

/** A generated table, some columns of which hold what its types can't say. */
type Refine<
  T extends keyof DB,
  R extends { [C in keyof R]: C extends keyof DB[T] ? Refinement<DB[T][C]> : never },
> = Omit<DB[T], keyof R> & R

/** A jsonb column; `write().insert` takes the value itself. */
type Json<T> = ColumnType<T, T, T>

interface Searchable {
  search: GeneratedAlways<string>
}

/** Roles; `permissions` holds modules as the contract has them. */
export type RolesTable = Refine<
  'roles',
  Searchable & {
    status: Generated<Role['status']>
    status_before_deletion: 'active' | 'inactive' | null
    permissions: Json<PermissionModule[]>
  }
>

/** People with an account. */
export type UsersTable = Refine<
  'users',
  Searchable & {
    type: User['type']
    status: Generated<User['status']>
    shopping_feed_status: Generated<User['shoppingFeedStatus']>
  }
>

/** Sessions; of a token only the SHA-256 is kept. */
export type SessionsTable = DB['sessions']

/** When people signed in, for 90 days; the database itself adds a row with each session. */
export type SignInsTable = DB['sign_ins']

/** Passkeys. */
export type PasskeysTable = DB['passkeys']

/** Requests per person, permission and day. */
export type PermissionUsesTable = DB['permission_uses']

/** Categories of feed and shopping posts; `tree_key` is their place in the whole tree, to sort by. */
export type CategoriesTable = Refine<
  'categories',
  Searchable & { tree_key: GeneratedAlways<string>; status: Generated<Category['status']> }
>

/** Posts of the feed. */
export type PostsTable = Refine<
  'posts',
  Searchable & { reports: ColumnType<PostReport[], PostReport[] | undefined, PostReport[]> }
>

/** Events; their status follows from their times unless they are cancelled. */
export type EventsTable = Refine<'events', Searchable>

/** Polls and surveys. */
export type PollsTable = Refine<
  'polls',
  Searchable & {
    kind: Generated<Poll['kind']>
    questions: Json<Poll['questions']>
    status: Generated<Poll['status']>
  }
>

/** Tasks. */
export type TasksTable = Refine<
  'tasks',
  Searchable & {
    priority: Generated<Task['priority']>
    priority_rank: GeneratedAlways<number>
    status: Generated<Task['status']>
    about_area: AreaName | null
  }
>

/** Bills; `amount` in minor units. */
export type BillsTable = Refine<'bills', Searchable & { status: Generated<Bill['status']> }>

/** Things offered for sale; `price` in minor units. */
export type ShoppingPostsTable = Refine<
  'shopping_posts',
  Searchable & { status: Generated<ShoppingPost['status']> }
>

/** Jobs: one action on many records. */
export type JobsTable = Refine<
  'jobs',
  {
    area: Job['area']
    action: Job['action']
    patch: Json<Job['patch']>
    status: Generated<Job['status']>
    options: Json<BodyOf<'imports.preview'> | null>
  }
>

/** Files that wait to be imported, in the data directory of the server `server_id`. */
export type ImportsTable = Refine<'imports', { area: ImportArea }>

/** Saved views: names of addresses of lists. */
export type SavedViewsTable = Refine<
  'saved_views',
  {
    list: SavedView['list']
    scope: SavedView['scope']
    search: Json<SavedView['search']>
  }
>

/** Tables that hold more than their generated types can say. */
interface Refined {
  roles: RolesTable
  users: UsersTable
  categories: CategoriesTable
  posts: PostsTable
  events: EventsTable
  polls: PollsTable
  tasks: TasksTable
  bills: BillsTable
  shopping_posts: ShoppingPostsTable
  jobs: JobsTable
  imports: ImportsTable
  job_failures: Refine<'job_failures', { bad_row: Json<JobFailure['row'] | null> }>
  saved_views: SavedViewsTable
  exports: Refine<'exports', { request: Json<BodyOf<'exports.create'>> }>
  password_links: Refine<'password_links', { kind: 'reset' | 'invitation' }>
  passkey_challenges: Refine<
    'passkey_challenges',
    { purpose: 'add' | 'second_factor' | 'sign_in' | 'step_up' }
  >
  counters: Refine<'counters', { facets: Json<Record<string, string | boolean | null>> }>
}

/** Every table, by its name; times are ISO 8601 in UTC with milliseconds (see `client.ts`). */
export type Tables = Omit<DB, keyof Refined> & Refined

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** The table of an area's records. */
export type AreaTable<N extends AreaName = AreaName> = SnakeCase<N>
export const tableOf = <N extends AreaName>(area: N): AreaTable<N> =>
  area.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as AreaTable<N>

/** A table whose rows are records of the contract. */
export type RecordTable = AreaTable
export const recordTables: readonly RecordTable[] = (Object.keys(areas) as AreaName[]).map(tableOf)

/**
 * The tables whose triggers append a delta for each change (migration `0055-counter-deltas.sql`): all but roles
 * and categories, which are few.
 */
export const tablesWithDeltas: readonly RecordTable[] = recordTables.filter(
  (table) => table !== 'roles' && table !== 'categories',
)

/** A table that has a list. */
export type ListedTable = RecordTable | 'jobs' | 'audit_entries'
