import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import type { RecordTable } from '../../db/schema/tables.ts'

const batchSize = 250

/** Finds expired records, the newest first, as children are newer than their parents. */
export const findExpired = (db: Db, table: RecordTable, days: number, after: string | null) =>
  queryColumn(db)`
    select id from ${sql.table(table)}
    where deleted_at is not null and deleted_at < now() - make_interval(days => ${days}::int)
      and (${after}::uuid is null or id < ${after}::uuid)
    order by id desc limit ${sql.lit(batchSize)}
  `

/** Purges expired comments on tasks, without audit entries, as comments are no records. */
export async function purgeComments(db: Db, days: number): Promise<void> {
  await sql`
    delete from task_comments
    where deleted_at is not null and deleted_at < now() - make_interval(days => ${days}::int)
  `.execute(db)
}
