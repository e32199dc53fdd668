import type { AreaName } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { tableOf } from '../../db/tables/tables.ts'

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
