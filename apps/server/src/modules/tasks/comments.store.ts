import type { Pagination } from '@steward/contract/lists/listing'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { paginationOf } from '../../db/list/listing.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { personColumns } from '../records/person-reference.store.ts'

export type CommentRow = Selectable<Tables['task_comments']> & {
  author_name: string | null
  author_image: string | null
}

const columns = sql`
  c.id, c.task_id, c.author_id, c.text, c.created_at, c.deleted_at, c.deleted_by,
  ${personColumns('author', 'author')}
  from task_comments as c left join users as author on author.id = c.author_id`

export async function listComments(
  db: Db,
  task: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: CommentRow[]; pagination: Pagination }> {
  const of = sql`c.task_id = ${task} and c.deleted_at is null`
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from task_comments as c where ${of}`.execute(db)
  const { rows } = await sql<CommentRow>`
    select ${columns} where ${of} order by c.created_at desc, c.id desc
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `.execute(db)
  const query = { page, limit, sort: '', search: '' }
  return { rows, pagination: paginationOf(query, counted.rows[0]?.n ?? 0) }
}

/** Counts the comments of a task, including deleted ones. */
export async function countComments(db: Db, task: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from task_comments where task_id = ${task}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Finds a comment, deleted or not. */
export async function findComment(
  db: Db,
  task: string,
  id: string,
): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns} where c.id = ${id} and c.task_id = ${task}`.execute(db)
  return rows[0]
}

export async function addComment(
  db: Db,
  comment: { id: string; task_id: string; author_id: string; text: string },
): Promise<void> {
  await db.insertInto('task_comments').values(comment).execute()
}

/** Marks a comment as deleted by somebody; null restores it. */
export async function markComment(db: Db, id: string, by: string | null): Promise<void> {
  await sql`
    update task_comments
    set deleted_at = case when ${by}::uuid is null then null else now() end, deleted_by = ${by}::uuid
    where id = ${id}
  `.execute(db)
}
