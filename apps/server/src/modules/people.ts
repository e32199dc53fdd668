import { type RawBuilder, sql } from 'kysely'

/** Columns of a person whom a row names, as `personOf` reads them. */
export const personColumns = (alias: string, prefix: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.name`)} as ${sql.ref(`${prefix}_name`)}, ${sql.ref(`${alias}.image`)} as ${sql.ref(`${prefix}_image`)}`

/** A person as a record names them; the name stays when the person is deleted. */
export function personOf(
  id: string | null,
  name: string | null,
  image: string | null,
): { _id: string; name: string; image: string | null } | null {
  return id === null ? null : { _id: id, name: name ?? '', image }
}
