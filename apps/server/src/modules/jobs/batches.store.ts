import type { BulkAction } from '@steward/contract/areas/areas'
import type { Job } from '@steward/contract/jobs/jobs'
import { say } from '@steward/i18n/sentence'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { queryNumber } from '../../db/connection/query.ts'
import { type Condition, where, withoutIds } from '../../db/filters/conditions.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Via } from '../../db/write/audit.ts'
import { checkEffect, type Erases } from '../../db/write/change-guard.ts'
import { Failure } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import type { AreaModule } from '../records/area.ts'

/** The number of records changed in one transaction, so that others don't wait noticeably. */
const batchSize = 250

export const maxUnfinished = 20

export type Chosen =
  | { ids: readonly string[] }
  | { conditions: readonly Condition[]; except: readonly string[] }

export interface NewJob {
  area: Job['area']
  action: Job['action']
  patch: Job['patch']
  startedBy: string
  /** How it was started, for its entries in the audit log. */
  via?: Via | null | undefined
  undoOf?: string | null
  undoes?: object
  /** Of an erasure, for whoever has to agree to it. */
  erases?: Erases
}

/** Selects the chosen records of an area, in the order in which an action processes them. */
export function recordsChosen({ bulk, listing }: AreaModule, action: BulkAction, chosen: Chosen) {
  const order = bulk?.order?.[action]
  const place = (id: RawBuilder<unknown>) =>
    sql`row_number() over (order by ${order ? sql`${order},` : sql``} ${id}) as place`
  const table = sql.table(listing.table)
  if ('ids' in chosen)
    return sql`
      select chosen.id, ${place(sql`chosen.id`)}
      from (select distinct unnest(${chosen.ids}::uuid[]) as id) as chosen
      left join ${table} as t on t.id = chosen.id`
  const but = chosen.except.length > 0 ? [withoutIds(chosen.except)] : []
  return sql`
    select t.id, ${place(sql`t.id`)} from ${table} as t ${where([...chosen.conditions, ...but])}`
}

/** Selects records by their ids. */
export const recordsOf = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select id, place from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)`

/** Selects the records that a job has changed, the last first. */
export const recordsChangedBy = (job: string): RawBuilder<unknown> => sql`
  select each.id, row_number() over (order by n desc, each.place desc) as place
  from job_batches cross join unnest(changed) with ordinality as each (id, place)
  where job_id = ${job}`

/** A job that was created; `via` says how, with the consent that it needed. */
export interface MadeJob {
  id: string
  total: number
  via: Via | null
}

/**
 * Creates jobs of one person, each on the records of a query, by `id` and `place`.
 * @throws {Failure} `too_many`, and `consent_required` where a second person has to agree
 */
export async function createJobs(
  tx: Transaction<Tables>,
  jobs: readonly (readonly [job: NewJob, records: RawBuilder<unknown>])[],
): Promise<MadeJob[]> {
  const made: MadeJob[] = []
  for (const [job, records] of jobs) made.push(await insertJob(tx, job, records))
  const ids = made.map(({ id }) => id)
  const [first] = jobs
  if (!first) return made
  const { startedBy, erases } = first[0]
  const consent = await checkEffect(tx, { user: startedBy }, { kind: 'jobs', ids, erases })
  if (!consent) return made
  const json = JSON.stringify({ consent })
  await sql`
    update jobs set via = coalesce(via, '{}') || ${json}::jsonb where id = any(${ids}::uuid[])
  `.execute(tx)
  return made.map((job) => ({ ...job, via: { ...job.via, consent } }))
}

/** Creates one job, as {@link createJobs} does. */
export async function createJob(
  tx: Transaction<Tables>,
  job: NewJob,
  records: RawBuilder<unknown>,
): Promise<MadeJob> {
  const [made] = await createJobs(tx, [[job, records]])
  return made as MadeJob
}

async function insertJob(
  tx: Transaction<Tables>,
  { area, action, patch, startedBy, via = null, undoOf = null, undoes }: NewJob,
  records: RawBuilder<unknown>,
): Promise<MadeJob> {
  await mustHaveRoom(tx, startedBy)
  const id = newId()
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  await sql`
    insert into jobs (id, area, action, patch, started_by, via, undo_of, undoes, total)
    values (${id}, ${area}, ${action}, ${json(patch)}::jsonb, ${startedBy}, ${json(via)}::jsonb, ${undoOf},
      ${json(undoes)}::jsonb, 0)
  `.execute(tx)
  const total = await queryNumber(tx)`
    with made as (
      insert into job_batches (job_id, n, ids)
      select ${id}, (place - 1) / ${sql.lit(batchSize)}, array_agg(id order by place)
      from (${records}) as placed group by 2
      returning cardinality(ids) as size
    )
    update jobs set total = (select coalesce(sum(size), 0) from made) where id = ${id} returning total
  `
  return { id, total, via }
}

/** Throws a Failure `too_many` at the limit of jobs; locks the count until the transaction ends. */
export async function mustHaveRoom(tx: Transaction<Tables>, person: string): Promise<void> {
  await sql`select 1 from users where id = ${person} for no key update`.execute(tx)
  const unfinished = await queryNumber(tx)`
    select count(*) from jobs
    where started_by = ${person} and status in ('waiting', 'running', 'paused') and import_id is null
  `
  if (unfinished < maxUnfinished) return
  throw new Failure(
    'too_many',
    say(
      'You have {max} unfinished jobs, which is the maximum. Wait for one to finish, or cancel one.',
      { max: maxUnfinished },
    ),
    { retryAfter: 10 },
  )
}
