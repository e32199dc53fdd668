import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/**
 * Columns of a person whom a row names, as `personOf` reads them. Who has been deleted keeps the
 * name there, but shows no picture any more.
 */
export const personColumns = (alias: string, prefix: string): RawBuilder<unknown> => {
  const [name, image, deleted] = ['name', 'image', 'deleted_at'].map((column) =>
    sql.ref(`${alias}.${column}`),
  )
  return sql`${name} as ${sql.ref(`${prefix}_name`)},
    case when ${deleted} is null then ${image} end as ${sql.ref(`${prefix}_image`)}`
}

/** A person as a record names them; the name stays when the person is deleted. */
export function personOf(
  id: string | null,
  name: string | null,
  image: string | null,
): { _id: string; name: string; image: string | null } | null {
  return id === null ? null : { _id: id, name: name ?? '', image }
}

/** The name of somebody who is not deleted; undefined where there is no such user. */
export async function findPersonName(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.name
}
