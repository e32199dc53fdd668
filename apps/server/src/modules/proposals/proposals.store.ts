import { kebabOf } from '@steward/contract/areas/area-lists'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Pagination } from '@steward/contract/lists/listing'
import { proposalAreas } from '@steward/contract/proposals/proposable'
import type { Proposal } from '@steward/contract/proposals/proposals'
import type { UserType } from '@steward/contract/users/users'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryFirst, queryNumber } from '../../db/connection/query.ts'
import { where } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { type RecordTable, type SeenRecord, type Tables, tableOf } from '../../db/schema/tables.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'

export type ProposalRow = Omit<Selectable<Tables['proposals']>, 'status'> & {
  status: Proposal['status']
  user_name: string
  job_status: Selectable<Tables['jobs']>['status'] | null
  total: number | null
  changed: number | null
  unchanged: number | null
  failed: number | null
}

export type RecordRow = Selectable<Tables['proposal_records']>

/** The status by the clock, since nothing is written when the time of a proposal is over. */
const status = sql<Proposal['status']>`
  case when t.status = 'waiting' and t.expires_at <= now() then 'expired' else t.status end`

const rows = sql`
  select t.id, t.area, t.action, t.patch, t.reason, ${status} as status, t.user_id, t.key_id, t.key_name,
    t.records, t.people, t.person_types, t.mails, t.sessions, t.decided_by, t.decided_by_name, t.decided_at,
    t.decision, t.job_id, t.created_at, t.updated_at, t.expires_at, person.name as user_name,
    job.status as job_status, job.total, job.changed, job.unchanged, job.failed
  from proposals as t
    join users as person on person.id = t.user_id
    left join jobs as job on job.id = t.job_id`

/** Whose proposals are asked for: those of an account, or those about what a person may list. */
export type Of = { account: string } | { visible: Visible }

function among(of: Of): RawBuilder<boolean> {
  if ('account' in of) return sql`t.user_id = ${of.account}`
  const { all, areas, types, scope } = of.visible
  const within = withinScope(scope)
  if (all) return within
  const listed = proposalAreas.filter((area) => areas.includes(kebabOf(area) as AuditArea))
  return sql`(t.area = any(${listed}::text[])
    and (t.area <> 'users' or coalesce(t.person_types <@ ${types}::text[], false)) and ${within})`
}

/** Whether all records of a proposal are among those that are seen, as they are and as they would become. */
function withinScope(scope: ReadScope | null): RawBuilder<boolean> {
  const each = proposalAreas.flatMap((area) => {
    const table = tableOf(area) as RecordTable
    const rows = scope?.seen(table, current) ?? []
    if (rows.length === 0) return []
    const is = (row: RawBuilder<unknown>) => sql`exists (
      select 1 from jsonb_populate_record(null::${sql.table(table)}, ${row}) as t ${where(rows)})`
    return [
      sql`when ${area} then not exists (
        select 1 from proposal_records as record
          left join ${sql.table(table)} as present on present.id = record.record_id
        where record.proposal_id = t.id and not (
          (record.before is null or (present.id is not null and ${is(sql`to_jsonb(present)`)}))
          and ${is(sql`coalesce(to_jsonb(present), '{}') || coalesce(record.after::jsonb, '{}')`)}))`,
    ]
  })
  return each.length === 0 ? sql`true` : sql`(case t.area ${sql.join(each, sql` `)} else true end)`
}

export async function listProposals(
  db: Db,
  { page, limit, sort, status: asked, area }: Omit<QueryOf<'proposals.list'>, 'search'>,
  of: Of,
): Promise<{ rows: ProposalRow[]; pagination: Pagination }> {
  const where = sql`where ${among(of)}
    and (${asked ?? null}::text[] is null or ${status} = any(${asked ?? null}::text[]))
    and (${area ?? null}::text[] is null or t.area = any(${area ?? null}::text[]))`
  const total = await queryNumber(db)`select count(*) from proposals as t ${where}`
  const order = sort === 'createdAt' ? sql`asc` : sql`desc`
  const found = await queryAll(db)<ProposalRow>`
    ${rows} ${where} order by t.created_at ${order}, t.id ${order}
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `
  return { rows: found, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
}

export const findProposal = (db: Db, id: string, of: Of) =>
  queryFirst(db)<ProposalRow>`${rows} where t.id = ${id} and ${among(of)}`

/** Locks a proposal until the transaction ends, so that one decision is made. */
export async function lockProposal(tx: Db, id: string): Promise<void> {
  await sql`select 1 from proposals where id = ${id} for update`.execute(tx)
}

/** The records of a proposal in its order; `only` are some of them. */
export const findRecords = (db: Db, proposal: string, only: readonly string[] | null = null) =>
  queryAll(db)<RecordRow>`
    select * from proposal_records
    where proposal_id = ${proposal} and (${only}::uuid[] is null or record_id = any(${only}::uuid[]))
    order by place
  `

/** The records of a proposal as a job processes them. */
export const recordsOf = (proposal: string): RawBuilder<unknown> => sql`
  select record_id as id, place + 1 as place from proposal_records where proposal_id = ${proposal}`

/** What the records are now, by their ids; those that are gone are missing. */
export async function seenNow(
  db: Db,
  area: Proposal['area'],
  ids: readonly string[],
): Promise<Map<string, SeenRecord>> {
  const table = tableOf(area) as RecordTable
  const found = await queryAll(db)<{ id: string; updated_at: string; version: number | null }>`
    select id, updated_at, (to_jsonb(t) ->> 'version')::int as version
    from ${sql.table(table)} as t where id = any(${ids}::uuid[])
  `
  return new Map(found.map(({ id, updated_at, version }) => [id, { updated_at, version }]))
}

/** The types of these users, deleted ones among them. */
export const typesAmong = (db: Db, ids: readonly string[]) =>
  queryColumn(db)<UserType>`select distinct type from users where id = any(${ids}::uuid[])`

export type NewProposal = Pick<
  Selectable<Tables['proposals']>,
  | 'id'
  | 'area'
  | 'action'
  | 'patch'
  | 'reason'
  | 'user_id'
  | 'key_id'
  | 'key_name'
  | 'records'
  | 'people'
  | 'person_types'
  | 'mails'
  | 'sessions'
>

export type NewRecord = Omit<RecordRow, 'proposal_id' | 'place'>

export async function insertProposal(
  tx: Db,
  row: NewProposal,
  records: readonly NewRecord[],
  days: number,
): Promise<void> {
  await sql`
    insert into proposals (id, area, action, patch, reason, user_id, key_id, key_name, records, people,
      person_types, mails, sessions, expires_at)
    select id, area, action, patch, reason, user_id, key_id, key_name, records, people,
      person_types, mails, sessions, now() + make_interval(days => ${sql.lit(days)})
    from json_populate_record(null::proposals, ${JSON.stringify(row)}::json)
  `.execute(tx)
  const placed = records.map((record, place) => ({ ...record, place, proposal_id: row.id }))
  await sql`
    insert into proposal_records
    select * from json_populate_recordset(null::proposal_records, ${JSON.stringify(placed)}::json)
  `.execute(tx)
}

interface Decision {
  status: 'approved' | 'rejected' | 'withdrawn'
  by: { id: string; name: string }
  reason: string | null
  job?: string
}

export async function decideProposal(
  tx: Db,
  id: string,
  { status, by, reason, job }: Decision,
): Promise<void> {
  await sql`
    update proposals set status = ${status}, decided_by = ${by.id}, decided_by_name = ${by.name},
      decided_at = now(), updated_at = now(), decision = ${reason}, job_id = ${job ?? null}
    where id = ${id}
  `.execute(tx)
}

export const countWaitingOf = (db: Db, account: string) =>
  queryNumber(db)`
    select count(*) from proposals
    where user_id = ${account} and status = 'waiting' and expires_at > now()`

const keptDays = 90

/** Removes proposals that are long over, with the copies of records that they hold; returns how many. */
export async function forgetOldProposals(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from proposals
    where coalesce(decided_at, expires_at) < now() - make_interval(days => ${sql.lit(keptDays)})
  `.execute(db)
  return Number(numAffectedRows)
}
