import type { RetentionArea } from '@steward/contract/privacy/places'
import type { Retention } from '@steward/contract/privacy/privacy'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryFirst } from '../../db/connection/query.ts'
import { recordTables } from '../../db/schema/tables.ts'
import { entriesToForget } from '../audit-log/erasure-values.store.ts'
import type { RetentionDays } from './retention-settings.store.ts'

/** How many rows one statement deletes. */
const batchSize = 1_000

/** The times from which on the days of an area are counted, one a row, as `at`. */
const times: Readonly<Record<RetentionArea, RawBuilder<unknown>>> = {
  sessions: sql`select at from sign_ins`,
  trash: sql.join(
    [...recordTables, 'task_comments'].map(
      (table) => sql`select deleted_at as at from ${sql.table(table)} where deleted_at is not null`,
    ),
    sql` union all `,
  ),
  imports: sql`
    select created_at as at from imports where not exists (
      select 1 from jobs where import_id = imports.id and status in ('waiting', 'running', 'paused'))`,
  auditLog: entriesToForget,
}

/** How much goes of an area with the next run, and within 7 and 30 days. */
export async function countDue(
  db: Db,
  area: RetentionArea,
  days: RetentionDays,
): Promise<Retention['due'][number]> {
  const kept = days[area]
  if (kept === null) return { area, now: 0, in7: 0, in30: 0 }
  const before = (ahead: number) =>
    sql`at < now() + make_interval(days => ${sql.lit(ahead)}) - make_interval(days => ${kept}::int)`
  const counted = await queryFirst(db)<Omit<Retention['due'][number], 'area'>>`
    select count(*) filter (where ${before(0)}) as now, count(*) filter (where ${before(7)}) as in7,
      count(*) as in30
    from (${times[area]}) as held where ${before(30)}`
  return { area, ...(counted ?? { now: 0, in7: 0, in30: 0 }) }
}

/** Deletes sign-ins older than so many days; returns how many. */
export async function forgetSignIns(
  db: Db,
  days: number | null,
  stopping: AbortSignal,
): Promise<number> {
  if (days === null) return 0
  let deleted = 0
  while (!stopping.aborted) {
    const gone = await queryColumn(db)`
      delete from sign_ins where session_id in (
        select session_id from sign_ins
        where at < now() - make_interval(days => ${days}::int) limit ${sql.lit(batchSize)})
      returning session_id`
    deleted += gone.length
    if (gone.length < batchSize) break
  }
  return deleted
}
