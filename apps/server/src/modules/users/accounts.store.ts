import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** Ends every session of some people; their tokens are dead at once. */
export async function endSessions(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await db.deleteFrom('sessions').where('user_id', 'in', userIds).execute()
}

/** Makes the links dead that were mailed to some people, to set a password or confirm an address. */
export async function forgetLinks(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await db.deleteFrom('password_links').where('user_id', 'in', userIds).execute()
  await db.deleteFrom('address_confirmations').where('user_id', 'in', userIds).execute()
}

/** Keeps a person's first password, as its hash. */
export async function addPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .insertInto('credentials')
    .values({ user_id: userId, password_hash: passwordHash })
    .execute()
}

/** Whether a person has a password to sign in with. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('credentials')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** How many owners may sign in, some people apart. */
export async function countOtherOwners(db: Db, apart: readonly string[]): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*) as n
    from users as person join roles as role on role.id = person.role_id and role.system
    where person.deleted_at is null and person.type = 'admin' and person.status = 'active'
      and person.id <> all(${apart}::uuid[])
  `.execute(db)
  return found.rows[0]?.n ?? 0
}
