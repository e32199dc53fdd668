import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { RecordTable } from '../../db/tables/tables.ts'

/** Records that one transaction deletes for good. */
const batchSize = 250

/** Records whose time is over, the newest first: what stands below another was made after it. */
export async function findExpired(
  db: Db,
  table: RecordTable,
  days: number,
  after: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where deleted_at is not null and deleted_at < now() - make_interval(days => ${days}::int)
      and (${after}::uuid is null or id < ${after}::uuid)
    order by id desc limit ${sql.lit(batchSize)}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes comments on tasks for good whose time is over; they are no records, so the log tells nothing. */
export async function purgeComments(db: Db, days: number): Promise<void> {
  await sql`
    delete from task_comments
    where deleted_at is not null and deleted_at < now() - make_interval(days => ${days}::int)
  `.execute(db)
}
