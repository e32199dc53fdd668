import { messageOf, type Said } from '@steward/i18n/sentence'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryChangesOne, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Outcome } from '../records/bulk.ts'

/** What is said to whoever will read it, as it is kept: in English, and what a translation is made from. */
export function keptWords(said: Said) {
  const { message, ...translatable } = messageOf(said)
  return { message, translatable: translatable.template ? translatable : null }
}

export type OpenJob = Selectable<Tables['jobs']>

const leaseUntil = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`

/** Whether a lease is too long to be valid, so that it dates from before the clock was set back. */
const fromAnotherClock = sql`lease_until > clock_timestamp() + interval '1 minute'`

/** Which jobs a runner takes: those on records, or imports of files on its server. */
export type Lane = 'records' | { importsOf: string }

const inLane = (lane: Lane, jobs = sql.table('jobs')): RawBuilder<boolean> =>
  lane === 'records'
    ? sql`${jobs}.action not in ('import', 'check')`
    : sql`exists (
        select 1 from imports where imports.id = ${jobs}.import_id and imports.server_id = ${lane.importsOf}
      )`

/** When a person last had a turn, so that people take turns however many jobs they have. */
const lastTurnOfPerson = (lane: Lane) => sql`(
  select max(other.turn_at) from jobs as other
  where other.started_by = jobs.started_by and ${inLane(lane, sql.table('other'))})`

/**
 * Leases an open job of the person who has waited longest; counts starts until there is progress. A job whose lease has
 * run out resumes by this after a crash.
 */
export const claimJob = (db: Db, runner: string, leaseMs: number, lane: Lane) =>
  queryFirst(db)<OpenJob>`
    update jobs set runner = ${runner}, lease_until = ${leaseUntil(leaseMs)}, status = 'running',
      starts_without_progress = starts_without_progress + 1,
      started_at = coalesce(started_at, now()), turn_at = clock_timestamp(), updated_at = now()
    where id = (
      select id from jobs
      where status in ('waiting', 'running')
        and (lease_until is null or lease_until < clock_timestamp() or ${fromAnotherClock})
        and ${inLane(lane)}
      order by ${lastTurnOfPerson(lane)} nulls first, turn_at nulls first, created_at limit 1
      for update skip locked
    )
    returning *
  `

/** Locks a job for a batch and renews the lease; undefined where the runner has lost it. */
export async function holdJob(tx: Db, id: string, runner: string, leaseMs: number) {
  const job = await queryFirst(tx)<OpenJob>`
    select * from jobs where id = ${id} and runner = ${runner} and status = 'running' for update
  `
  if (job) {
    await sql`update jobs set lease_until = ${leaseUntil(leaseMs)} where id = ${id}`.execute(tx)
  }
  return job
}

export async function readBatch(tx: Db, id: string, n: number): Promise<string[] | undefined> {
  const batch = await queryFirst(tx)<{ ids: string[] }>`
    select ids from job_batches where job_id = ${id} and n = ${n}`
  return batch?.ids
}

export async function noteBatch(tx: Db, id: string, n: number, outcome: Outcome): Promise<void> {
  const { changed, unchanged, failures } = outcome
  await sql`
    update job_batches set changed = ${changed}::uuid[] where job_id = ${id} and n = ${n}
  `.execute(tx)
  await sql`
    update jobs set next_batch = ${n + 1}, changed = changed + ${changed.length},
      unchanged = unchanged + ${unchanged}, failed = failed + ${failures.length},
      starts_without_progress = 0, updated_at = now()
    where id = ${id}
  `.execute(tx)
  if (failures.length === 0) return
  const failureRows = failures.map(({ id: record, name, message, failure }) => ({
    id: record,
    name,
    ...keptWords(message),
    errors: failure?.fields() ?? [],
  }))
  await sql`
    insert into job_failures (job_id, n, record_id, name, message, translatable, errors)
    select ${id}, (select coalesce(max(n), 0) from job_failures where job_id = ${id})
      + row_number() over (order by id), id, name, message, translatable, errors
    from json_to_recordset(${JSON.stringify(failureRows)}::json) as f (
      id uuid, name text, message text, translatable jsonb, errors jsonb)
  `.execute(tx)
}

/** Ends a job, with a reason if it was stopped; returns whether the runner still had it. */
export async function endJob(
  db: Db,
  id: string,
  runner: string,
  status: 'done' | 'stopped',
  reason: Said | null,
): Promise<boolean> {
  const { message = null, translatable: made = null } = reason === null ? {} : keptWords(reason)
  return await queryChangesOne(db)`
    update jobs set status = ${status}, reason = ${message},
      translatable = ${made && JSON.stringify(made)}::jsonb, ended_at = now(), updated_at = now(),
      runner = null, lease_until = null
    where id = ${id} and runner = ${runner} and status = 'running'
  `
}

/** Releases a job and uncounts its start; it may be taken up again after `waitMs`. */
export async function releaseJob(db: Db, id: string, runner: string, waitMs = 0): Promise<void> {
  await sql`
    update jobs set runner = null, lease_until = ${waitMs > 0 ? leaseUntil(waitMs) : sql`null`},
      starts_without_progress = greatest(0, starts_without_progress - 1)
    where id = ${id} and runner = ${runner}
  `.execute(db)
}

/** Frees the leases of processes that can't be running any more. */
export async function freeJobs(db: Db, lane: Lane): Promise<void> {
  await sql`
    update jobs set runner = null, lease_until = null where runner is not null and ${inLane(lane)}
  `.execute(db)
}

const keptDays = 90

export async function forgetOldJobs(db: Db): Promise<void> {
  await sql`
    delete from jobs where ended_at < now() - make_interval(days => ${sql.lit(keptDays)})
  `.execute(db)
}
