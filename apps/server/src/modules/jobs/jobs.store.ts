import type { QueryOf } from '@steward/contract/endpoints'
import type { Job } from '@steward/contract/jobs'
import type { Pagination } from '@steward/contract/listing'
import { type Selectable, sql } from 'kysely'
import { among, type Condition } from '../../db/conditions.ts'
import type { Db } from '../../db/connection.ts'
import { listPage } from '../../db/list-page.ts'
import { findRow, type Listing, plain } from '../../db/listing.ts'
import type { JobsTable } from '../../db/tables.ts'
import { personColumns } from '../person-reference.store.ts'

/** A job with the person who started it, and the file of an import. */
export type JobRow = Selectable<JobsTable> & {
  starter_name: string
  starter_image: string | null
  file_name: string | null
  file_size: number | null
}

const listing: Listing = {
  table: 'jobs',
  columns: sql`
    t.*, ${personColumns('starter', 'starter')}, file.file_name, file.size as file_size`,
  joins: sql`
    join users as starter on starter.id = t.started_by
    left join imports as file on file.id = t.import_id`,
  sorts: { createdAt: { by: plain('created_at') } },
}

/** Whose jobs a person sees: null for everybody's. */
const of = (person: string | null): Condition[] => [
  { sql: person === null ? sql<boolean>`true` : sql<boolean>`t.started_by = ${person}` },
]

/** A page of jobs. @param person whose; null for everybody's */
export const listJobs = (db: Db, query: QueryOf<'jobs.list'>, person: string | null) =>
  listPage<JobRow>(db, listing, { ...query, search: '' }, [
    ...of(person),
    ...among('status', query.status),
    ...among('area', query.area),
  ])

/** One job. */
export const findJob = (db: Db, id: string): Promise<JobRow | undefined> =>
  findRow<JobRow>(db, listing, id)

/** A page of what went wrong in a job, in order. */
export async function listFailures(
  db: Db,
  job: string,
  { page, limit }: { page: number; limit: number },
): Promise<{
  failures: { _id: string | null; name: string | null; message: string }[]
  pagination: Pagination
}> {
  const counted = await sql<{ n: number }>`
    select count(*) as n from job_failures where job_id = ${job}`.execute(db)
  const found = await sql<{ _id: string | null; name: string | null; message: string }>`
    select record_id as _id, name, message from job_failures where job_id = ${job}
    order by n limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `.execute(db)
  const total = counted.rows[0]?.n ?? 0
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  return { failures: found.rows, pagination }
}

/**
 * Moves a job to another state, if it is in one of some.
 * @returns whether it was
 */
export async function moveJob(
  db: Db,
  id: string,
  from: readonly Job['status'][],
  to: Job['status'],
): Promise<boolean> {
  const ends = to === 'cancelled'
  const moved = await sql`
    update jobs set status = ${to}, reason = null, updated_at = now(), lease_until = null,
      starts_without_progress = 0,
      ended_at = ${ends ? sql`now()` : sql`null`}
    where id = ${id} and status = any(${from}::text[])
  `.execute(db)
  return moved.numAffectedRows === 1n
}
