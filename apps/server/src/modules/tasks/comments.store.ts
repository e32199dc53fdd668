import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst, queryNumber } from '../../db/connection/query.ts'
import { paginationOf } from '../../db/list/listing.ts'
import type { Tables } from '../../db/schema/tables.ts'
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
) {
  const of = sql`c.task_id = ${task} and c.deleted_at is null`
  const total = await queryNumber(db)`select count(*) from task_comments as c where ${of}`
  const rows = await queryAll(db)<CommentRow>`
    select ${columns} where ${of} order by c.created_at desc, c.id desc
    limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}
  `
  const query = { page, limit, sort: '', search: '' }
  return { rows, pagination: paginationOf(query, total) }
}

/** Counts the comments of a task, including deleted ones. */
export const countComments = (db: Db, task: string) =>
  queryNumber(db)`select count(*) from task_comments where task_id = ${task}`

/** Finds a comment, deleted or not. */
export const findComment = (db: Db, task: string, id: string) =>
  queryFirst(db)<CommentRow>`
    select ${columns} where c.id = ${id} and c.task_id = ${task}`

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
