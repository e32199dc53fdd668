import type { ImportArea } from '@steward/contract/areas'
import type { Bill } from '@steward/contract/bills'
import type { Category } from '@steward/contract/categories'
import type { BodyOf } from '@steward/contract/endpoints'
import type { Job } from '@steward/contract/jobs'
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
  require_second_factor: Generated<boolean>
  max_sessions: number | null
  idle_minutes: number | null
}

/** People with an account. */
export interface UsersTable extends Dated, Searchable {
  id: string
  name: string
  email: string | null
  /** Proved by a link mailed to it, or vouched for by who made the account. */
  email_confirmed: Generated<boolean>
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
  /** The session that a look through a role belongs to; null for a session of one's own. */
  parent_id: Generated<string | null>
  preview_role_id: Generated<string | null>
  ip: string | null
  user_agent: string | null
  created_at: Generated<Time>
  last_seen_at: Generated<Time>
  /** When the person last proved who they are: by signing in, or by a step-up. */
  proved_at: Generated<Time>
  expires_at: Time
}

/** When people signed in, for 90 days; the database itself adds a row with each session. */
export interface SignInsTable {
  session_id: string
  user_id: string
  at: Time
  ip: string | null
  user_agent: string | null
}

/** Failed attempts of an account or an address, in a window that begins with the first of them. */
export interface AttemptsTable {
  key: string
  since: Generated<Time>
  n: Generated<number>
}

/** Links in mails that set a password; of a token only the SHA-256 is kept. */
export interface PasswordLinksTable {
  token_hash: Buffer
  user_id: string
  kind: 'reset' | 'invitation'
  created_at: Generated<Time>
  expires_at: Time
}

/** Links in mails that confirm the address of a registration; of a token only the SHA-256 is kept. */
export interface AddressConfirmationsTable {
  token_hash: Buffer
  user_id: string
  /** What the registration brought, where the account was there already; null with the password. */
  name: string | null
  password_hash: string | null
  created_at: Generated<Time>
  expires_at: Time
}

/** Codes of an app; the secrets are encrypted. */
export interface TotpTable {
  user_id: string
  secret: Buffer | null
  since: Time | null
  last_step: Generated<number>
  pending: Buffer | null
  pending_until: Time | null
}

/** Recovery codes that are still good, as keyed hashes. */
export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
}

/** Passkeys. */
export interface PasskeysTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  synced: boolean
  created_at: Generated<Time>
  last_used_at: Time | null
}

/** Challenges that wait for a passkey's answer. */
export interface PasskeyChallengesTable {
  id: string
  purpose: 'add' | 'second_factor' | 'sign_in' | 'step_up'
  user_id: string | null
  challenge: string
  expires_at: Time
}

/** Where a person has signed in from, as hashes. */
export interface KnownDevicesTable {
  user_id: string
  device_hash: Buffer
  /** The wider network alone; null for sign-ins before it was noted. */
  network_hash: Buffer | null
  last_seen_at: Generated<Time>
}

/** Codes mailed to sign in with from somewhere new while an account is attacked, as keyed hashes. */
export interface SignInCodesTable {
  user_id: string
  place_hash: Buffer
  code_hash: Buffer
  tries: Generated<number>
  expires_at: Time
}

/** Files of pictures, and since when no record holds them. */
export interface UploadedPicturesTable {
  url: string
  user_id: string | null
  size: number
  created_at: Generated<Time>
  unused_since: Generated<Time | null>
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
  /** Its place in the whole tree, as text to sort by; the database keeps it. */
  tree_key: GeneratedAlways<string>
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
  /** The sum of an amount, where the table has one; decimal digits. */
  amount: string
}

/** Exact row counts by the person they belong to, kept by triggers. */
export interface PersonTalliesTable {
  area: string
  user_id: string
  deleted: boolean
  n: number
}

/** Which row of an imported file became which record. */
export interface ImportedRowsTable {
  area: string
  key: Buffer
  record_id: string
  imported_at: Generated<Time>
  job_id: Generated<string | null>
}

/** Jobs: one action on many records. */
export interface JobsTable extends Dated {
  id: string
  area: Job['area']
  action: Job['action']
  patch: Json<Job['patch']>
  started_by: string
  undo_of: string | null
  status: Generated<Job['status']>
  reason: string | null
  total: number
  changed: Generated<number>
  unchanged: Generated<number>
  failed: Generated<number>
  next_batch: Generated<number>
  runner: string | null
  lease_until: Time | null
  turn_at: Time | null
  started_at: Time | null
  ended_at: Time | null
  import_id: string | null
  options: Json<BodyOf<'imports.preview'> | null>
  bytes: Generated<number>
  has_report: Generated<boolean>
  starts_without_progress: Generated<number>
  most_bytes: Generated<number>
}

/** Files that wait to be imported. */
export interface ImportsTable {
  id: string
  area: ImportArea
  file_name: string
  size: number
  /** The server in whose data directory the file stands. */
  server_id: string
  user_id: string
  created_at: Generated<Time>
}

/** The records of a job, in batches. */
export interface JobBatchesTable {
  job_id: string
  n: number
  ids: string[]
  changed: string[] | null
}

/** Records that a job could not change. */
export interface JobFailuresTable {
  job_id: string
  n: number
  record_id: string | null
  name: string | null
  message: string
}

/** Addresses for one download each. */
export interface ExportsTable {
  token_hash: Buffer
  user_id: string
  session_id: string
  request: Json<BodyOf<'exports.create'>>
  expires_at: Time
}

/** Every table, by its name. */
export interface Tables {
  roles: RolesTable
  users: UsersTable
  credentials: CredentialsTable
  sessions: SessionsTable
  sign_ins: SignInsTable
  attempts: AttemptsTable
  password_links: PasswordLinksTable
  address_confirmations: AddressConfirmationsTable
  totp: TotpTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  known_devices: KnownDevicesTable
  sign_in_codes: SignInCodesTable
  uploaded_pictures: UploadedPicturesTable
  permission_uses: PermissionUsesTable
  categories: CategoriesTable
  posts: PostsTable
  events: EventsTable
  polls: PollsTable
  tasks: TasksTable
  bills: BillsTable
  shopping_posts: ShoppingPostsTable
  tallies: TalliesTable
  person_tallies: PersonTalliesTable
  imported_rows: ImportedRowsTable
  jobs: JobsTable
  job_batches: JobBatchesTable
  job_failures: JobFailuresTable
  exports: ExportsTable
  imports: ImportsTable
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
