import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** Days after which a registration expires whose address nobody has confirmed. */
const keptDays = 7

/** Registrations that expire at a time. */
const batch = 100

/**
 * Registrations to expire: those that nobody has confirmed in time, and the oldest of too many.
 * @param most how many may stay
 * @returns ids, the oldest first, at most 100
 */
export async function findUnconfirmed(db: Db, most: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from (
      select id, type, updated_at, row_number() over (order by updated_at desc, id desc) as place
      from users where not email_confirmed and deleted_at is null
    ) as waiting
    where type = 'admin'
      and (place > ${most}::int or updated_at < now() - make_interval(days => ${keptDays}::int))
    order by updated_at, id limit ${batch}::int
  `.execute(db)
  return found.rows.map(({ id }) => id)
}
