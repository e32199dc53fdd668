import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'

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
export const personOf = (id: string | null, name: string | null, image: string | null) =>
  id === null ? null : { _id: id, name: name ?? '', image }

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

/**
 * Who is meant, where that was sent: a user by their `_id`, or somebody without an account by name alone.
 * @param present the `_id` of whom the record names already, who may be deleted meanwhile
 * @param path where it was sent, such as `data.payer`
 * @returns undefined for no change
 * @throws {Failure} `invalid` where there is no such user
 */
export async function findNamedPerson(
  db: Db,
  present: string | null,
  sent: { _id: string | null; name?: string | undefined } | undefined,
  path: string,
): Promise<{ id: string | null; name: string } | undefined> {
  if (!sent) return undefined
  if (sent._id === null) return { id: null, name: sent.name ?? '' }
  if (sent._id === present) return undefined
  const name = await findPersonName(db, sent._id)
  if (name !== undefined) return { id: sent._id, name }
  const msg = 'There is no such user. They may have just been deleted.'
  throw new Failure('invalid', msg, { errors: [{ path, msg }] })
}
