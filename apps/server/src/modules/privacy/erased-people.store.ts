import type { ContentChoice } from '@steward/contract/privacy/places'
import type { Erasure } from '@steward/contract/privacy/privacy'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import {
  queryAll,
  queryColumn,
  queryExists,
  queryFirst,
  queryNumber,
} from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Identifiers } from './identifiers.ts'

export interface ErasedPerson {
  id: string
  content: ContentChoice
  step: string | null
  after_entry: number
  identifiers: Identifiers | null
  finished_at: string | null
}

/** Notes that a person is being erased, or erased again. */
export async function noteErasure(
  tx: Db,
  person: string,
  by: { user: string | null; job: string | null },
  content: ContentChoice,
  identifiers: Identifiers,
): Promise<void> {
  const found = JSON.stringify(identifiers)
  await sql`
    insert into erased_people (id, content, erased_by, job_id, identifiers)
    values (${person}, ${content}, ${by.user}, ${by.job}, ${found}::jsonb)
    on conflict (id) do update set content = ${content}, identifiers = ${found}::jsonb, step = null, after_entry = 0,
      erased_by = coalesce(${by.user}, erased_people.erased_by), job_id = ${by.job},
      finished_at = null, updated_at = now()`.execute(tx)
}

export const findErasure = (db: Db, person: string) =>
  queryFirst(db)<ErasedPerson>`
    select id, content, step, after_entry, identifiers, finished_at from erased_people where id = ${person}`

export const findErasureOfJob = (db: Db, job: string) =>
  queryFirst(db)<ErasedPerson>`
    select id, content, step, after_entry, identifiers, finished_at from erased_people where job_id = ${job}`

/** Whether a job erases a person, or will. */
export const isBeingErased = (db: Db, person: string): Promise<boolean> =>
  queryExists(db)`
    select 1 from erased_people as erased join jobs as job on job.id = erased.job_id
    where erased.id = ${person} and job.status in ('waiting', 'running', 'paused')`

/** Notes what was done in a place, and what is done next. */
export async function noteStep(
  tx: Db,
  person: string,
  {
    place,
    count,
    next,
    after = 0,
  }: { place: string; count: number; next: string; after?: number | undefined },
): Promise<void> {
  await sql`
    update erased_people set step = ${next}, after_entry = ${after}::bigint, updated_at = now(),
      counts = case when ${count}::int = 0 then counts
        else counts || jsonb_build_object(${place}::text, coalesce((counts ->> ${place})::bigint, 0) + ${count}::int) end
    where id = ${person}`.execute(tx)
}

/** Ends an erasure, and forgets what it looked for. */
export async function finishErasure(tx: Db, person: string): Promise<void> {
  await sql`
    update erased_people set finished_at = now(), updated_at = now(), step = null, identifiers = null
    where id = ${person}`.execute(tx)
}

/** The people whose erasure is over. */
export const listFinished = (db: Db) =>
  queryAll(db)<{ id: string; content: ContentChoice; finished_at: string }>`
    select id, content, finished_at from erased_people where finished_at is not null`

/** The people whose erasure isn't over and has no job any more, which goes with the account of whoever began it. */
export const listAbandoned = (db: Db) =>
  queryColumn(db)`
    select id from erased_people as erased where finished_at is null
      and not exists (select 1 from jobs as job where job.id = erased.job_id)`

/** Hands the erasures that a person began, and that aren't over, to whoever erases that person. */
export async function handOverErasures(tx: Db, person: string): Promise<void> {
  await sql`
    update jobs set started_by = erased.erased_by from erased_people as erased
    where erased.id = ${person} and erased.erased_by is not null and jobs.started_by = erased.id
      and jobs.action = 'erase' and jobs.status not in ('done', 'cancelled')`.execute(tx)
}

export type ErasureRow = Selectable<Tables['erased_people']> & {
  by_name: string | null
  job_status: NonNullable<Erasure['job']>['status'] | null
  records: number
}

export async function listErasures(
  db: Db,
  { page, limit, sort }: { page: number; limit: number; sort: string },
) {
  const total = await queryNumber(db)`select count(*) from erased_people`
  const order = sort === 'createdAt' ? sql`asc` : sql`desc`
  const rows = await queryAll(db)<ErasureRow>`
    select t.id, t.content, t.erased_by, t.job_id, t.created_at, t.updated_at, t.finished_at,
      person.name as by_name, job.status as job_status,
      (select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(t.counts)) as records
    from erased_people as t
      left join users as person on person.id = t.erased_by
      left join jobs as job on job.id = t.job_id
    order by t.created_at ${order}, t.id ${order} limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`
  return { rows, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
}

/** Adds the rows that an erasure has gone through to the progress of its job. */
export async function noteJobProgress(tx: Db, job: string, count: number): Promise<void> {
  await sql`
    update jobs set changed = changed + ${count}, total = greatest(total, changed + ${count}),
      starts_without_progress = 0, updated_at = now()
    where id = ${job}`.execute(tx)
}

export async function setJobTotal(tx: Db, job: string, total: number): Promise<void> {
  await sql`update jobs set total = ${total} where id = ${job}`.execute(tx)
}
