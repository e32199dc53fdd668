import type { QueryOf } from '@steward/contract/calls/endpoints'
import type { Consent } from '@steward/contract/consents/consents'
import type { Pagination } from '@steward/contract/lists/listing'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryFirst, queryNumber } from '../../db/connection/query.ts'
import { digestOfRows } from '../../db/list/digest.ts'
import type { RecordTable, Tables } from '../../db/schema/tables.ts'
import type { StaffRow } from '../authentication/staff-row.store.ts'
import { isActiveStaff, staffColumns } from '../authentication/staff-row.store.ts'
import type { OpenJob } from '../jobs/running.store.ts'

export type RulesRow = Selectable<Tables['consent_rules']>

export const readRules = async (db: Db): Promise<RulesRow> =>
  (await queryFirst(db)<RulesRow>`select * from consent_rules`) as RulesRow

export const lockRules = async (tx: Db): Promise<RulesRow> =>
  (await queryFirst(tx)<RulesRow>`select * from consent_rules for update`) as RulesRow

export async function saveRules(
  tx: Db,
  rules: Pick<RulesRow, 'purge' | 'owner_roles' | 'export_people' | 'bulk'>,
): Promise<void> {
  await sql`
    update consent_rules set purge = ${rules.purge}, owner_roles = ${rules.owner_roles},
      export_people = ${rules.export_people}, bulk = ${rules.bulk}, version = version + 1,
      updated_at = now()
  `.execute(tx)
}

export const ownerRoleIds = (db: Db) => queryColumn(db)`select id from roles where system`

export type ConsentRow = Omit<Selectable<Tables['consents']>, 'status'> & {
  status: Consent['status']
  user_name: string
}

/** The status by the clock, since nothing is written when the time of a request is over. */
const status = sql<Consent['status']>`
  case when t.status in ('waiting', 'agreed') and t.expires_at <= now() then 'expired' else t.status end`

const rows = sql`
  select t.id, t.rules, t.call, t.asked, t.area, t.action, t.detail, t.needs, t.for_owners, t.proposed_by,
    t.digest, t.records, t.reason, ${status} as status, t.user_id, t.decided_by, t.decided_by_name,
    t.decided_at, t.decision, t.used_at, t.created_at, t.updated_at, t.expires_at,
    person.name as user_name
  from consents as t join users as person on person.id = t.user_id`

/** Who asks for requests: what they hold decides which of others they see. */
export interface Viewer {
  id: string
  owner: boolean
  held: readonly string[]
}

const isVisible = ({ id, owner, held }: Viewer): RawBuilder<boolean> => sql`(
  t.user_id = ${id} or (
    (${owner}::boolean or not t.for_owners)
    and not exists (
      select 1 from jsonb_array_elements(t.needs) as need
      where not exists (
        select 1 from jsonb_array_elements_text(need.value) as name
        where name.value = any(${held}::text[])))))`

const waitsFor = ({ id }: Viewer) => sql`(
  ${status} = 'waiting' and t.user_id <> ${id} and t.proposed_by is distinct from ${id}::uuid)`

export async function listConsents(
  db: Db,
  { page, limit, sort, status: asked, of }: Omit<QueryOf<'consents.list'>, 'search'>,
  viewer: Viewer,
): Promise<{ rows: ConsentRow[]; pagination: Pagination }> {
  const wanted = (of ?? []).map((each) =>
    each === 'mine'
      ? sql`t.user_id = ${viewer.id}`
      : each === 'forMe'
        ? waitsFor(viewer)
        : sql`(${status} <> 'waiting' and t.user_id <> ${viewer.id})`,
  )
  const where = sql`where ${isVisible(viewer)}
    and (${asked ?? null}::text[] is null or ${status} = any(${asked ?? null}::text[]))
    ${wanted.length > 0 ? sql`and (${sql.join(wanted, sql` or `)})` : sql``}`
  const total = await queryNumber(db)`select count(*) from consents as t ${where}`
  const order = sort === 'createdAt' ? sql`asc` : sql`desc`
  const found = await queryAll(db)<ConsentRow>`
    ${rows} ${where} order by t.created_at ${order}, t.id ${order}
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `
  return { rows: found, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
}

/** What waits for somebody's decision; the newest, as many as are looked at one by one. */
export const listWaitingFor = (db: Db, viewer: Viewer) =>
  queryAll(db)<ConsentRow>`
    ${rows} where ${isVisible(viewer)} and ${waitsFor(viewer)}
    order by t.created_at desc limit 200`

/** A person's own requests that wait or are agreed to, with the ids of the records that are shown. */
export const listOpenOf = (db: Db, person: string) =>
  queryAll(db)<ConsentRow & { ids: string[] }>`
    select own.*, coalesce((
      select json_agg(record_id order by place) from consent_records where consent_id = own.id), '[]') as ids
    from (${rows} where t.user_id = ${person} and ${status} in ('waiting', 'agreed')) as own
    order by own.created_at desc`

export const findConsent = (db: Db, id: string, viewer: Viewer) =>
  queryFirst(db)<ConsentRow>`${rows} where t.id = ${id} and ${isVisible(viewer)}`

/** Locks a request until the transaction ends, so that it is decided and used once. */
export async function lockConsent(tx: Db, id: string): Promise<ConsentRow | undefined> {
  await sql`select 1 from consents where id = ${id} for update`.execute(tx)
  return await queryFirst(tx)<ConsentRow>`${rows} where t.id = ${id}`
}

export type ShownRow = Selectable<Tables['consent_records']>

export const findShown = (db: Db, consent: string) =>
  queryAll(db)<ShownRow>`select * from consent_records where consent_id = ${consent} order by place`

export type NewConsent = Pick<
  Selectable<Tables['consents']>,
  | 'id'
  | 'rules'
  | 'call'
  | 'asked'
  | 'area'
  | 'action'
  | 'detail'
  | 'needs'
  | 'for_owners'
  | 'proposed_by'
  | 'digest'
  | 'records'
  | 'reason'
  | 'user_id'
>

export async function insertConsent(
  tx: Db,
  row: NewConsent,
  shown: readonly Pick<ShownRow, 'record_id' | 'title' | 'before' | 'after'>[],
  hours: number,
): Promise<void> {
  await sql`
    insert into consents (id, rules, call, asked, area, action, detail, needs, for_owners, proposed_by, digest,
      records, reason, user_id, expires_at)
    select id, rules, call, asked, area, action, detail, needs, for_owners, proposed_by, digest,
      records, reason, user_id, now() + make_interval(hours => ${sql.lit(hours)})
    from json_populate_record(null::consents, ${JSON.stringify(row)}::json)
  `.execute(tx)
  const placed = shown.map((record, place) => ({ ...record, place, consent_id: row.id }))
  await sql`
    insert into consent_records
    select * from json_populate_recordset(null::consent_records, ${JSON.stringify(placed)}::json)
  `.execute(tx)
}

export async function decideConsent(
  tx: Db,
  id: string,
  decided: {
    status: 'agreed' | 'declined' | 'withdrawn'
    by: { id: string; name: string }
    reason: string | null
  },
): Promise<void> {
  await sql`
    update consents set status = ${decided.status}, decided_by = ${decided.by.id},
      decided_by_name = ${decided.by.name}, decided_at = now(), updated_at = now(),
      decision = ${decided.reason}
    where id = ${id}
  `.execute(tx)
}

export async function markUsed(tx: Db, id: string): Promise<void> {
  await sql`
    update consents set status = 'used', used_at = now(), updated_at = now() where id = ${id}
  `.execute(tx)
}

/** Counts a person's open requests, which are locked against another one at the same moment. */
export async function countOpenOf(tx: Db, person: string): Promise<number> {
  await sql`select 1 from users where id = ${person} for no key update`.execute(tx)
  return await queryNumber(tx)`
    select count(*) from consents
    where user_id = ${person} and status in ('waiting', 'agreed') and expires_at > now()`
}

/** All people who could decide something: active staff, without service accounts. */
export const listStaff = (db: Db) =>
  queryAll(db)<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where ${isActiveStaff} and not person.service`

/** Somebody who could decide something, with the id of their role; undefined for others. */
export const findDecider = (db: Db, id: string) =>
  queryFirst(db)<StaffRow & { role_id: string }>`
    select ${staffColumns}, person.role_id from users as person join roles as role on role.id = person.role_id
    where person.id = ${id} and ${isActiveStaff} and not person.service`

export type JobConcern = Pick<OpenJob, 'id' | 'area' | 'action' | 'patch' | 'total'> & {
  proposal: string | null
}

export const findJobs = (tx: Db, ids: readonly string[]) =>
  queryAll(tx)<JobConcern>`
    select id, area, action, patch, total, via -> 'proposal' ->> '_id' as proposal
    from jobs where id = any(${ids}::uuid[]) order by area, action`

const recordsOfJob = (job: string, table: RecordTable) => sql`
  job_batches as batch cross join unnest(batch.ids) as record (id)
  join ${sql.table(table)} as t on t.id = record.id where batch.job_id = ${job}`

/** SHA-256 of the ids and versions of a job's records. */
export const digestOfJob = (tx: Db, job: string, table: RecordTable) =>
  digestOfRows(tx, recordsOfJob(job, table))

export const firstOfJob = (tx: Db, job: string, limit: number) =>
  queryColumn(tx)`
    select record.id from job_batches as batch
      cross join unnest(batch.ids) with ordinality as record (id, place)
    where batch.job_id = ${job} order by batch.n, record.place limit ${sql.lit(limit)}`

/** Whether an owner is among the people of a job. */
export const hasOwnerInJob = async (tx: Db, job: string): Promise<boolean> =>
  (await queryNumber(tx)`
    select count(*) from ${recordsOfJob(job, 'users')}
      and exists (select 1 from roles where system and roles.id = t.role_id)`) > 0

/** The types of the people of a job. */
export const typesInJob = (tx: Db, job: string) =>
  queryColumn(tx)<'admin' | 'business' | 'member'>`
    select distinct t.type from ${recordsOfJob(job, 'users')} order by 1`

/** The titles of records, by their column. */
export const titlesOf = (db: Db, table: RecordTable, column: string, ids: readonly string[]) =>
  queryAll(db)<{ id: string; title: string }>`
    select t.id, coalesce(to_jsonb(t) ->> ${column}, '') as title from ${sql.table(table)} as t
    where t.id = any(${ids}::uuid[])`

const keptDays = 90

/** Removes requests that are long over, with the copies of records that they hold; returns how many. */
export async function forgetOldConsents(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from consents where expires_at < now() - make_interval(days => ${sql.lit(keptDays)})
  `.execute(db)
  return Number(numAffectedRows)
}
