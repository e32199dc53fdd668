import { erasedName } from '@steward/contract/privacy/places'
import { type RawBuilder, sql } from 'kysely'
import { queryAll, queryColumn } from '../../db/connection/query.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'

/** What an erasure deletes where content goes, and what is written over before, so that no audit entry keeps it. */
const purged = {
  posts: {
    author: 'author_id',
    blank: sql`text = ${erasedName}, images = '{}', reports = '[]'`,
  },
  shopping_posts: {
    author: 'seller_id',
    blank: sql`title = ${erasedName}, description = null, images = '{}'`,
  },
} as const satisfies Record<string, { author: string; blank: RawBuilder<unknown> }>

export type PurgedTable = keyof typeof purged

export const isPurged = (table: string): table is PurgedTable => table in purged

/** Deletes at most `limit` records of a person for good; returns how many, and their pictures. */
export async function purgeTheirs(
  writing: WriteTransaction,
  table: PurgedTable,
  person: string,
  limit: number,
): Promise<{ count: number; pictures: string[] }> {
  const { tx } = writing
  const { author, blank } = purged[table]
  const found = await queryAll(tx)<{ id: string; images: string[] }>`
    select id, images from ${sql.table(table)} where ${sql.ref(author)} = ${person}::uuid
    order by id limit ${sql.lit(limit)}`
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return { count: 0, pictures: [] }
  await writing.lock(table, ids)
  await sql`update ${sql.table(table)} set ${blank} where id = any(${ids}::uuid[])`.execute(tx)
  await writing.purge(table, await writing.lock(table, ids))
  return { count: ids.length, pictures: found.flatMap(({ images }) => images) }
}

/** Deletes a person, once no audit entry of that can hold what they were called. */
export async function purgePerson(writing: WriteTransaction, id: string): Promise<number> {
  const { tx, lock } = writing
  if ((await lock('users', [id])).length === 0) return 0
  // An admin without an address isn't possible, not even for a moment.
  const address = sql`case when type = 'admin' and not service then id::text || '@erased.invalid' end`
  await sql`
    update users set name = ${erasedName}, email = ${address}, phone = null, business_name = null,
      location = null, about = null, image = null
    where id = ${id}::uuid`.execute(tx)
  const people = await lock('users', [id])
  await writing.purge('users', people)
  return people.length
}

/** Deletes the counted attempts of a person, which are kept by id, by hashed address and by network. */
export async function deleteAttempts(
  { tx }: WriteTransaction,
  person: string,
  { addresses, networks }: { addresses: readonly string[]; networks: readonly string[] },
): Promise<number> {
  const deleted = await queryColumn(tx)`
    delete from attempts where key like ${`%${person}%`}
      or split_part(key, ':', 3) = any(array(
        select encode(sha256(convert_to(steward_key(address), 'UTF8')), 'hex')
        from unnest(${addresses}::text[]) as address))
      or exists (
        select 1 from unnest(${networks}::text[]) as network
        where key like '%:' || replace(network, '_', '\\_'))
    returning 1`
  return deleted.length
}
