import type { Bill } from '@steward/contract/bills'
import type { Category } from '@steward/contract/categories'
import type { PermissionModule } from '@steward/contract/permissions'
import type { Poll } from '@steward/contract/polls'
import type { Role } from '@steward/contract/roles'
import type { ShoppingPost } from '@steward/contract/shopping-posts'
import type { Task } from '@steward/contract/tasks'
import type { User } from '@steward/contract/users'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A time as the database hands it out here: ISO 8601 in UTC, with milliseconds. */
type Time = string

/** A jsonb column; `write().insert` takes the value itself. */
type Json<T> = ColumnType<T, T, T>

interface Dated {
  created_at: Generated<Time>
  updated_at: Generated<Time>
}

interface Searchable {
  search: GeneratedAlways<string>
}

/** Roles; `permissions` holds modules as the contract has them. */
export interface RolesTable extends Dated, Searchable {
  id: string
  name: string
  description: string | null
  image: string | null
  status: Generated<Role['status']>
  status_before_deletion: 'active' | 'inactive' | null
  permissions: Json<PermissionModule[]>
  system: Generated<boolean>
  version: Generated<number>
}

/** People with an account. */
export interface UsersTable extends Dated, Searchable {
  id: string
  name: string
  email: string | null
  phone: string | null
  type: User['type']
  role_id: string | null
  status: Generated<User['status']>
  shopping_feed_status: Generated<User['shoppingFeedStatus']>
  image: string | null
  business_name: string | null
  location: string | null
  about: string | null
  last_active_at: Time | null
  version: Generated<number>
  deleted_at: Time | null
}

/** Password hashes, one a person at the most. */
export interface CredentialsTable {
  user_id: string
  password_hash: string
  updated_at: Generated<Time>
}

/** Sessions; of a token only the SHA-256 is kept. */
export interface SessionsTable {
  id: string
  token_hash: Buffer
  user_id: string
  ip: string | null
  user_agent: string | null
  created_at: Generated<Time>
  last_seen_at: Generated<Time>
  expires_at: Time
}

/** Failed attempts of an account or an address, in a window that begins with the first of them. */
export interface AttemptsTable {
  key: string
  since: Generated<Time>
  n: Generated<number>
}

/** Requests per person, permission and day. */
export interface PermissionUsesTable {
  user_id: string
  module: string
  submodule: string
  action: string
  day: string
  n: number
}

/** Categories of feed and shopping posts. */
export interface CategoriesTable extends Dated, Searchable {
  id: string
  name: string
  slug: string
  description: string | null
  image: string | null
  color: string | null
  position: Generated<number>
  parent_id: string | null
  status: Generated<Category['status']>
  version: Generated<number>
  deleted_at: Time | null
}

/** Posts of the feed. */
export interface PostsTable extends Dated, Searchable {
  id: string
  author_id: string | null
  text: string
  images: Generated<string[]>
  category_id: string | null
  like_count: Generated<number>
  comment_count: Generated<number>
  report_count: Generated<number>
  deleted_at: Time | null
}

/** Events; their status follows from their times unless they are cancelled. */
export interface EventsTable extends Dated, Searchable {
  id: string
  title: string
  description: string | null
  starts_at: Time
  ends_at: Time | null
  location: string | null
  online: Generated<boolean>
  host_id: string | null
  /** The host's name where there is no account. */
  host_name: string | null
  image: string | null
  capacity: number | null
  attendee_count: Generated<number>
  cancelled: Generated<boolean>
}

/** Polls and surveys. */
export interface PollsTable extends Dated, Searchable {
  id: string
  kind: Generated<Poll['kind']>
  title: string
  description: string | null
  author_id: string | null
  questions: Json<Poll['questions']>
  response_count: Generated<number>
  opens_at: Time | null
  closes_at: Time | null
  status: Generated<Poll['status']>
}

/** Tasks. */
export interface TasksTable extends Dated, Searchable {
  id: string
  title: string
  description: string | null
  assignee_id: string | null
  due_at: Time | null
  priority: Generated<Task['priority']>
  priority_rank: GeneratedAlways<number>
  status: Generated<Task['status']>
}

/** Bills; `amount` in minor units. */
export interface BillsTable extends Dated, Searchable {
  id: string
  number: string
  title: string
  payer_id: string | null
  payer_name: string
  amount: number
  currency: string
  status: Generated<Bill['status']>
  issued_at: Time | null
  due_at: Time | null
  paid_at: Time | null
  notes: string | null
  version: Generated<number>
  deleted_at: Time | null
}

/** Things offered for sale; `price` in minor units. */
export interface ShoppingPostsTable extends Dated, Searchable {
  id: string
  title: string
  description: string | null
  price: number
  currency: string
  seller_id: string | null
  images: Generated<string[]>
  category_id: string | null
  status: Generated<ShoppingPost['status']>
  deleted_at: Time | null
}

/** Exact row counts by facet, kept by triggers. */
export interface TalliesTable {
  area: string
  facets: Json<Record<string, string | boolean | null>>
  n: number
}

/** Which row of an imported file became which record. */
export interface ImportedRowsTable {
  area: string
  key: Buffer
  record_id: string
  imported_at: Generated<Time>
}

/** Every table, by its name. */
export interface Tables {
  roles: RolesTable
  users: UsersTable
  credentials: CredentialsTable
  sessions: SessionsTable
  attempts: AttemptsTable
  permission_uses: PermissionUsesTable
  categories: CategoriesTable
  posts: PostsTable
  events: EventsTable
  polls: PollsTable
  tasks: TasksTable
  bills: BillsTable
  shopping_posts: ShoppingPostsTable
  tallies: TalliesTable
  imported_rows: ImportedRowsTable
}

/** The tables whose rows are records of the contract. */
export type RecordTable =
  | 'roles'
  | 'users'
  | 'categories'
  | 'posts'
  | 'events'
  | 'polls'
  | 'tasks'
  | 'bills'
  | 'shopping_posts'
