import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { DataOf, QueryOf } from '@steward/contract/calls/endpoints'
import type { Translatable } from '@steward/contract/calls/errors'
import type { Job } from '@steward/contract/jobs/jobs'
import type { Pagination } from '@steward/contract/lists/listing'
import { userTypes } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryNumber } from '../../db/connection/query.ts'
import { among, type Condition, where } from '../../db/filters/conditions.ts'
import { findRow, type Listing, plain } from '../../db/list/listing.ts'
import { listPage } from '../../db/list/page.ts'
import { current } from '../../db/list/source.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { tableOf } from '../../db/schema/tables.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'
import { personColumns } from '../records/person-reference.store.ts'

export type JobRow = Selectable<Tables['jobs']> & {
  starter_name: string
  starter_image: string | null
  file_name: string | null
  file_size: number | null
}

type JobFailure = DataOf<'jobs.failures'>['failures'][number]

interface KeptFailure extends Pick<JobFailure, '_id' | 'name' | 'message' | 'errors'> {
  translatable: Translatable | null
  row: NonNullable<JobFailure['row']> | null
  line: number | null
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

const of = (person: string | null): Condition[] => [
  { sql: person === null ? sql<boolean>`true` : sql<boolean>`t.started_by = ${person}` },
]

export const listJobs = (db: Db, query: QueryOf<'jobs.list'>, person: string | null) =>
  listPage<JobRow>(db, listing, { ...query, search: '' }, [
    ...of(person),
    ...among('status', query.status),
    ...among('area', query.area),
  ])

export const findJob = (db: Db, id: string): Promise<JobRow | undefined> =>
  findRow<JobRow>(db, listing, id)

/** Lists a page of failures, without names and reasons of records that the reader may not list. */
export async function listFailures(
  db: Db,
  { id, area }: Pick<JobRow, 'id' | 'area'>,
  { page, limit }: { page: number; limit: number },
  visible: Visible,
): Promise<{ failures: JobFailure[]; pagination: Pagination }> {
  const total = await queryNumber(db)`select count(*) from job_failures where job_id = ${id}`
  const found = await queryAll(db)<KeptFailure>`
    select record_id as _id, case when seen then name end as name,
      case when seen then message else ${hiddenReason} end as message,
      case when seen then translatable end as translatable,
      case when seen then errors else '[]' end as errors, bad_row as row, case when record_id is null then n end as line
    from (
      select failure.*, failure.record_id is null or ${isListed(area, visible)} as seen
      from job_failures as failure where job_id = ${id}
    ) as failure
    order by n limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  const failures = found.map(({ row, line, translatable, ...told }) => ({
    ...told,
    ...translatable,
    ...(line !== null && { line }),
    ...(row && { row }),
  }))
  return { failures, pagination }
}

const hiddenReason = msg('You don’t have access to this record, so the reason isn’t shown.')

/** Whether the record of a `failure` is among those that somebody may list and see. */
function isListed(area: JobRow['area'], visible: Visible): RawBuilder<boolean> {
  const table = tableOf(listOf(area).area)
  const seen = visible.scope?.seen(table, current) ?? []
  if (seen.length === 0) return isOfListed(area, visible)
  return sql`(${isOfListed(area, visible)} and exists (
    select 1 from (select failure.record_id as id) as one
      join ${sql.table(table)} as t on t.id = one.id ${where(seen)}))`
}

function isOfListed(area: JobRow['area'], { all, areas, types }: Visible): RawBuilder<boolean> {
  const isOfPeople = area === 'users' || area === 'members'
  const name = isOfPeople ? 'users' : area
  if (all) return sql`true`
  if (!areas.includes(kebabOf(name) as AuditArea)) return sql`false`
  if (!isOfPeople || types.length === userTypes.length) return sql`true`
  return sql`exists (
    select 1 from users where users.id = failure.record_id and users.type = any(${types}::text[]))`
}

/** Changes a job's state if it is in one of `from`; returns whether it was. */
export async function moveJob(
  db: Db,
  id: string,
  from: readonly Job['status'][],
  to: Job['status'],
): Promise<boolean> {
  const ends = to === 'cancelled'
  return await queryChangesOne(db)`
    update jobs set status = ${to}, reason = null, translatable = null, updated_at = now(), lease_until = null,
      starts_without_progress = 0,
      ended_at = ${ends ? sql`now()` : sql`null`}
    where id = ${id} and status = any(${from}::text[])
  `
}
