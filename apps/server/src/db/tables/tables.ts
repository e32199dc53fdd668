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

type Refinement<C> =
  | (null extends SelectType<C> ? null : never)
  | Exclude<SelectType<C>, null>
  // biome-ignore lint/suspicious/noExplicitAny: what goes in is the refinement's own
  | ColumnType<SelectType<C>, any, any>

/** With columns that generated types can't describe. */
type Refine<
  T extends keyof DB,
  R extends { [C in keyof R]: C extends keyof DB[T] ? Refinement<DB[T][C]> : never },
> = Omit<DB[T], keyof R> & R

/** `write().insert` takes the value itself. */
type Json<T> = ColumnType<T, T, T>

interface Searchable {
  search: GeneratedAlways<string>
}

/** Amounts are in minor units. */
interface Refined {
  roles: Refine<
    'roles',
    Searchable & {
      status: Generated<Role['status']>
      status_before_deletion: 'active' | 'inactive' | null
      permissions: Json<PermissionModule[]>
    }
  >
  users: Refine<
    'users',
    Searchable & {
      type: User['type']
      status: Generated<User['status']>
      shopping_feed_status: Generated<User['shoppingFeedStatus']>
    }
  >
  categories: Refine<
    'categories',
    Searchable & {
      /** Its place in the tree, to sort by. */
      tree_key: GeneratedAlways<string>
      status: Generated<Category['status']>
    }
  >
  posts: Refine<
    'posts',
    Searchable & { reports: ColumnType<PostReport[], PostReport[] | undefined, PostReport[]> }
  >
  events: Refine<'events', Searchable>
  polls: Refine<
    'polls',
    Searchable & {
      kind: Generated<Poll['kind']>
      questions: Json<Poll['questions']>
      status: Generated<Poll['status']>
    }
  >
  tasks: Refine<
    'tasks',
    Searchable & {
      priority: Generated<Task['priority']>
      priority_rank: GeneratedAlways<number>
      status: Generated<Task['status']>
      about_area: AreaName | null
    }
  >
  bills: Refine<'bills', Searchable & { status: Generated<Bill['status']> }>
  shopping_posts: Refine<
    'shopping_posts',
    Searchable & { status: Generated<ShoppingPost['status']> }
  >
  jobs: Refine<
    'jobs',
    {
      area: Job['area']
      action: Job['action']
      patch: Json<Job['patch']>
      status: Generated<Job['status']>
      options: Json<BodyOf<'imports.preview'> | null>
    }
  >
  imports: Refine<'imports', { area: ImportArea }>
  job_failures: Refine<'job_failures', { bad_row: Json<JobFailure['row'] | null> }>
  saved_views: Refine<
    'saved_views',
    { list: SavedView['list']; scope: SavedView['scope']; search: Json<SavedView['search']> }
  >
  exports: Refine<'exports', { request: Json<BodyOf<'exports.create'>> }>
  password_links: Refine<'password_links', { kind: 'reset' | 'invitation' }>
  passkey_challenges: Refine<
    'passkey_challenges',
    { purpose: 'add' | 'second_factor' | 'sign_in' | 'step_up' }
  >
  counters: Refine<'counters', { facets: Json<Record<string, string | boolean | null>> }>
}

/** Times are ISO 8601 in UTC with milliseconds (`client.ts`). */
export type Tables = Omit<DB, keyof Refined> & Refined

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

export type AreaTable<N extends AreaName = AreaName> = SnakeCase<N>
export const tableOf = <N extends AreaName>(area: N): AreaTable<N> =>
  area.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as AreaTable<N>

/** Rows are records of the contract. */
export type RecordTable = AreaTable
export const recordTables: readonly RecordTable[] = (Object.keys(areas) as AreaName[]).map(tableOf)

/** With triggers for deltas (`0055-counter-deltas.sql`): not roles and categories, which are few. */
export const tablesWithDeltas: readonly RecordTable[] = recordTables.filter(
  (table) => table !== 'roles' && table !== 'categories',
)

export type ListedTable = RecordTable | 'jobs' | 'audit_entries'
