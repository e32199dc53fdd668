import type { Deletion } from '@steward/contract/lists/listing'
import { sql } from 'kysely'
import type { Db } from '../db/connection/connection.ts'
import { type Condition, notDeleted, onlyDeleted } from '../db/list/conditions.ts'
import type { RecordTable } from '../db/tables/tables.ts'

/** Whether and by whom a row is deleted. */
export interface DeletedColumns {
  deleted_at: string | null
  deleted_by: string | null
  deleted_by_name: string | null
}

/** What of a list's rows is shown: those that are not deleted, those that are, or both. */
export const inTrash = (deletion: Deletion | undefined): Condition[] =>
  deletion === 'all' ? [] : [deletion === 'only' ? onlyDeleted : notDeleted]

/** When and by whom a record was deleted, for its answer; nothing of one that is not. */
export function deletedFields({ deleted_at, deleted_by, deleted_by_name }: DeletedColumns): {
  deletedAt?: string
  deletedBy?: { _id: string; name: string } | null
} {
  if (deleted_at === null) return {}
  const deletedBy = deleted_by && { _id: deleted_by, name: deleted_by_name ?? '' }
  return { deletedAt: deleted_at, deletedBy: deletedBy || null }
}

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
