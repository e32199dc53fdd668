import type { BulkAction } from '@steward/contract/areas/areas'
import type { Job } from '@steward/contract/records/jobs'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Condition, where, withoutIds } from '../../db/list/conditions.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { Failure } from '../../http/failure.ts'
import { newId } from '../../ids.ts'
import type { AreaModule } from '../records/area.ts'

/** Records that one transaction changes: few enough that nobody waits for it noticeably. */
const batchSize = 250

/** Jobs on records that one person may have unfinished at once. */
export const maxUnfinished = 20

/** Which records a job is about: those named, or all that conditions match but some. */
export type Chosen =
  | { ids: readonly string[] }
  | { conditions: readonly Condition[]; except: readonly string[] }

/** A job to be kept. */
export interface NewJob {
  area: Job['area']
  action: Job['action']
  patch: Job['patch']
  startedBy: string
  undoOf?: string
  /** What of the audit log it takes back. */
  undoes?: object
}

/**
 * Keeps a job together with the records it is about, as they are at this moment.
 * @returns its id and how many records there are
 */
export async function createJob(
  tx: Transaction<Tables>,
  job: NewJob,
  area: AreaModule,
  chosen: Chosen,
): Promise<{ id: string; total: number }> {
  const order = area.bulk?.order?.[job.action as BulkAction]
  const first = order ? sql`${order},` : sql``
  const table = sql.table(area.listing.table)
  const source =
    'ids' in chosen
      ? sql`
          select chosen.id, row_number() over (order by ${first} chosen.id) as place
          from (select distinct unnest(${chosen.ids}::uuid[]) as id) as chosen
          left join ${table} as t on t.id = chosen.id`
      : sql`
          select t.id, row_number() over (order by ${first} t.id) as place from ${table} as t
          ${where([...chosen.conditions, ...(chosen.except.length > 0 ? [withoutIds(chosen.except)] : [])])}`
  return await createJobOf(tx, job, source)
}

/**
 * Keeps a job about records that a query names.
 * @param records gives their `id` and `place`
 */
export async function createJobOf(
  tx: Transaction<Tables>,
  job: NewJob,
  records: RawBuilder<unknown>,
): Promise<{ id: string; total: number }> {
  const id = await insertJob(tx, job)
  await sql`
    insert into job_batches (job_id, n, ids)
    select ${id}, (place - 1) / ${sql.lit(batchSize)}, array_agg(id order by place)
    from (${records}) as placed group by 2
  `.execute(tx)
  return { id, total: await setTotal(tx, id) }
}

/** Keeps a job about what another one has changed, the last first. */
export async function createUndo(
  tx: Transaction<Tables>,
  job: NewJob & { undoOf: string },
): Promise<{ id: string; total: number }> {
  const id = await insertJob(tx, job)
  await sql`
    insert into job_batches (job_id, n, ids)
    select ${id}, row_number() over (order by n desc) - 1, array(
      select changed_id from unnest(changed) with ordinality as each (changed_id, place)
      order by place desc
    )
    from job_batches where job_id = ${job.undoOf} and cardinality(changed) > 0
  `.execute(tx)
  return { id, total: await setTotal(tx, id) }
}

/**
 * Makes sure that a person may have one more job, until the transaction ends.
 * @throws {Failure} `too_many`
 */
export async function mustHaveRoom(tx: Transaction<Tables>, person: string): Promise<void> {
  await sql`select from users where id = ${person} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs
    where started_by = ${person} and status in ('waiting', 'running', 'paused') and import_id is null
  `.execute(tx)
  if ((rows[0]?.n ?? 0) < maxUnfinished) return
  throw new Failure(
    'too_many',
    `You have ${maxUnfinished} unfinished jobs, which is the maximum. Wait for one to finish, or cancel one.`,
    { retryAfter: 10 },
  )
}

async function insertJob(tx: Transaction<Tables>, job: NewJob): Promise<string> {
  await mustHaveRoom(tx, job.startedBy)
  const id = newId()
  await sql`
    insert into jobs (id, area, action, patch, started_by, undo_of, undoes, total)
    values (${id}, ${job.area}, ${job.action}, ${job.patch && JSON.stringify(job.patch)}::jsonb,
      ${job.startedBy}, ${job.undoOf ?? null},
      ${job.undoes ? JSON.stringify(job.undoes) : null}::jsonb, 0)
  `.execute(tx)
  return id
}

async function setTotal(tx: Transaction<Tables>, id: string): Promise<number> {
  const counted = await sql<{ total: number }>`
    update jobs set total = (
      select coalesce(sum(cardinality(ids)), 0) from job_batches where job_id = ${id}
    ) where id = ${id} returning total
  `.execute(tx)
  return counted.rows[0]?.total ?? 0
}
