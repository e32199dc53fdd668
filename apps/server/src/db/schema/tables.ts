import { type AreaName, areas, type ImportArea } from '@steward/contract/areas/areas'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type {
  AuditAction,
  AuditArea,
  AuditClient,
  AuditDoor,
} from '@steward/contract/audit-log/audit-log.routes'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Consent, ConsentRule } from '@steward/contract/consents/consents'
import type { AdmissionRule, GroupRole } from '@steward/contract/identity-providers/mapping'
import type { Job, JobFailure } from '@steward/contract/jobs/jobs'
import type { Loan as ContractLoan } from '@steward/contract/loans/loans'
import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Poll } from '@steward/contract/polls/polls'
import type { PostReport } from '@steward/contract/posts/posts'
import type { ProposalAction, ProposalArea } from '@steward/contract/proposals/proposable'
import type { Proposal } from '@steward/contract/proposals/proposals'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import type { Task } from '@steward/contract/tasks/tasks'
import type { User } from '@steward/contract/users/users'
import type { ColumnType, Generated, GeneratedAlways, SelectType } from 'kysely'
import type { DB } from './schema.generated.ts'

type Refinement<C> =
  | (null extends SelectType<C> ? null : never)
  | Exclude<SelectType<C>, null>
  // biome-ignore lint/suspicious/noExplicitAny: what goes in is the refinement's own
  | ColumnType<SelectType<C>, any, any>

/** Columns of generated tables, each no wider than it is. */
type Narrowed<O> = {
  [T in keyof O]: T extends keyof DB
    ? { [C in keyof O[T]]: C extends keyof DB[T] ? Refinement<DB[T][C]> : never }
    : never
}
type Holds<O extends Narrowed<O>> = O

/** When a record was last written, and its version where it has one. */
export interface SeenRecord {
  updated_at: string
  version: number | null
}

/** `write().insert` takes the value itself. */
type Json<T> = ColumnType<T, T, T>
type GeneratedJson<T> = ColumnType<T, T | undefined, T>

/** What columns hold that the generated types can't say. Amounts and prices are in minor units. */
type OwnColumns = Holds<{
  roles: {
    status_before_deletion: 'active' | 'inactive' | null
    permissions: Json<PermissionModule[]>
    conditions: GeneratedJson<RowCondition[]>
    field_rules: GeneratedJson<FieldRule[]>
  }
  users: { type: User['type']; shopping_feed_status: Generated<User['shoppingFeedStatus']> }
  /** `tree_key` is the place of a category in the whole tree, to sort by. */
  categories: { tree_key: GeneratedAlways<string> }
  posts: { reports: ColumnType<PostReport[], PostReport[] | undefined, PostReport[]> }
  polls: { kind: Generated<Poll['kind']>; questions: Json<Poll['questions']> }
  tasks: {
    priority: Generated<Task['priority']>
    priority_rank: GeneratedAlways<number>
    about_area: AreaName | null
  }
  audit_entries: {
    action: AuditAction
    area: AuditArea
    through: AuditDoor
    client: AuditClient | null
    person_types: User['type'][] | null
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
    via: AuditEntry['via']
  }
  jobs: {
    area: Job['area']
    action: Job['action']
    patch: Json<Job['patch']>
    status: Generated<Job['status']>
    options: Json<BodyOf<'imports.preview'> | null>
    via: AuditEntry['via']
  }
  imports: { area: ImportArea }
  job_failures: { bad_row: Json<JobFailure['row'] | null> }
  saved_views: {
    list: SavedView['list']
    scope: SavedView['scope']
    search: Json<SavedView['search']>
  }
  exports: { request: Json<BodyOf<'exports.create'>>; via: Json<AuditEntry['via']> }
  consents: {
    rules: ConsentRule[]
    asked: Json<Consent['asked']>
    area: AreaName | null
    needs: Json<string[][]>
    status: Generated<Exclude<Consent['status'], 'expired'>>
  }
  consent_records: {
    before: Json<Record<string, unknown> | null>
    after: Json<Record<string, unknown> | null>
  }
  password_links: { kind: 'reset' | 'invitation' }
  passkey_challenges: { purpose: 'add' | 'second_factor' | 'sign_in' | 'step_up' }
  identity_providers: {
    subject_claim: Generated<'sub' | 'oid'>
    token_auth: Generated<'client_secret_basic' | 'client_secret_post'>
    group_roles: Json<GroupRole[]>
    admission: Json<AdmissionRule[]>
  }
  openid_flows: { purpose: 'sign_in' | 'step_up' | 'link' }
  counters: { facets: Json<Record<string, string | boolean | null>> }
  agent_bounds: { areas: ProposalArea[]; actions: ProposalAction[] }
  proposals: {
    area: ProposalArea
    action: ProposalAction
    patch: Json<Proposal['patch']>
    status: Generated<Exclude<Proposal['status'], 'expired'>>
    person_types: User['type'][] | null
  }
  loans: {
    area: AreaName
    status: Generated<'asked' | 'granted' | 'declined' | 'withdrawn' | 'ended'>
    ended_how: Exclude<ContractLoan['endedHow'], 'time'>
  }
  proposal_records: {
    seen: Json<SeenRecord | null>
    sent: Json<Record<string, unknown> | null>
    before: Json<Record<string, unknown> | null>
    after: Json<Record<string, unknown> | null>
  }
}>

/** What the columns of every area's table hold: its text to search through, and the area's own states. */
type AreaColumns<N extends AreaName> = {
  search: GeneratedAlways<string>
} & (DB[AreaTable<N>] extends {
  status: unknown
}
  ? { status: Generated<(typeof areas)[N]['statuses'][number]> }
  : unknown) &
  (AreaTable<N> extends keyof OwnColumns ? OwnColumns[AreaTable<N>] : unknown)

/** The tables of the areas. */
type AreaTables = {
  [N in AreaName as AreaTable<N>]: Omit<DB[AreaTable<N>], keyof AreaColumns<N>> & AreaColumns<N>
}

type OtherTables = {
  [T in Exclude<keyof OwnColumns, AreaTable>]: Omit<DB[T], keyof OwnColumns[T]> & OwnColumns[T]
}

/** Times are ISO 8601 in UTC with milliseconds (`client.ts`). */
export type Tables = Omit<DB, keyof AreaTables | keyof OtherTables> & AreaTables & OtherTables

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

export type AreaTable<N extends AreaName = AreaName> = SnakeCase<N>
export const tableOf = <N extends AreaName>(area: N): AreaTable<N> =>
  area.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as AreaTable<N>

/** The tables whose rows are records of the contract. */
export type RecordTable = AreaTable
export const recordTables: readonly RecordTable[] = (Object.keys(areas) as AreaName[]).map(tableOf)

export type ListedTable = RecordTable | 'jobs' | 'audit_entries' | 'proposals' | 'consents'
