import { erasedName } from '@steward/contract/privacy/places'
import { msg } from '@steward/i18n/reader'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'
import { invalidField } from '../../http/failure.ts'

/** Columns for `personOf`; a deleted person has a name but no picture. */
export const personColumns = (alias: string, prefix: string): RawBuilder<unknown> => {
  const [name, image, deleted] = ['name', 'image', 'deleted_at'].map((column) =>
    sql.ref(`${alias}.${column}`),
  )
  return sql`${name} as ${sql.ref(`${prefix}_name`)},
    case when ${deleted} is null then ${image} end as ${sql.ref(`${prefix}_image`)}`
}

/** A person in an answer; one whose account is gone for good has the name of nobody. */
export const personOf = (id: string | null, name: string | null, image: string | null) =>
  id === null ? null : { _id: id, name: name ?? erasedName, image }

/** The name of a person who isn't deleted. */
export async function findPersonName(db: Db, id: string): Promise<string | undefined> {
  const [name] = await queryColumn(db)`
    select name from users where id = ${id} and deleted_at is null`
  return name
}

/**
 * Finds a user by `_id`, or a name without an account; undefined for no change.
 * @param present the person in the record already, who may be deleted since
 * @throws {Failure} `invalid` at `path`
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
  const words = msg('There is no such user. They may have just been deleted.')
  throw invalidField(path, words, words)
}
