import type { AreaName } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { RecordTable } from '../../db/tables/tables.ts'

/** The table of an area's records. */
const tableOf = (area: AreaName): RecordTable =>
  area === 'shoppingPosts' ? 'shopping_posts' : area

/** A record of any area that a task can be about; undefined where there is none, or it is deleted. */
export async function findSubject(
  db: Db,
  area: AreaName,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(tableOf(area))} where id = ${id} and deleted_at is null
  `.execute(db)
  return rows[0]
}

/** Whether a task can be given to somebody: anyone with an account that is not deleted, as imports have it. */
export async function isPerson(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
