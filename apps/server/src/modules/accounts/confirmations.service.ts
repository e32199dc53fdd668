import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { UsersTable } from '../../db/tables.ts'
import { write } from '../../db/write.ts'
import { forgetCredentials, setPassword } from '../auth/credentials.store.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import { confirmationHours } from './email-templates.ts'

/** What a registration repeated with the same address brought; counts once its link is used. */
export interface Claim {
  name: string
  passwordHash: string
}

/**
 * Makes a link that confirms the address of an account that waits; what they have stays good.
 * @param claim what takes the place of the account's name and password when it is used; null where
 *   they stay
 * @returns the token, which is kept nowhere
 */
export async function createConfirmation(
  db: Db,
  user: string,
  claim: Claim | null,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + confirmationHours * 3_600_000).toISOString()
  await db
    .deleteFrom('address_confirmations')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
  await db
    .insertInto('address_confirmations')
    .values({
      token_hash: hashToken(token),
      user_id: user,
      name: claim?.name ?? null,
      password_hash: claim?.passwordHash ?? null,
      expires_at: expiresAt,
    })
    .execute()
  return token
}

/**
 * Uses a link up that confirms an address; every other one of the account is dead with it. Works
 * for an admin who waits and is not deleted, and for nobody else.
 * @returns whether it did; of many at once with one token, one does
 */
export async function confirmAddress(db: Db, token: string): Promise<boolean> {
  const hash = hashToken(token)
  const found = await sql<{ user_id: string }>`
    select user_id from address_confirmations where token_hash = ${hash} and expires_at > now()
  `.execute(db)
  const user = found.rows[0]?.user_id
  if (user === undefined) return false
  return await write(db, { user }, async ({ tx, lock, update }) => {
    const [person] = await lock('users', [user])
    if (!person || !mayConfirm(person)) return false
    const used = await sql<{ name: string | null; password_hash: string | null }>`
      delete from address_confirmations
      where token_hash = ${hash} and user_id = ${user} and expires_at > now()
      returning name, password_hash
    `.execute(tx)
    const [claim] = used.rows
    if (!claim) return false
    if (claim.password_hash !== null) await setPassword(tx, user, claim.password_hash)
    const name = claim.name === null ? {} : { name: claim.name }
    await update('users', [person], { email_confirmed: true, ...name })
    await tx.deleteFrom('address_confirmations').where('user_id', '=', user).execute()
    return true
  })
}

const mayConfirm = (person: Selectable<UsersTable>) =>
  person.type === 'admin' && person.status === 'pending' && person.deleted_at === null

/** Days after which a registration expires whose address nobody has confirmed. */
const keptDays = 7

/** Registrations that may wait for their address to be confirmed at once; then the oldest expire. */
const mostUnconfirmed = 1_000

/** Registrations that expire at a time. */
const batch = 100

/**
 * Deletes registrations that nobody has confirmed in time, so that strangers can't fill the list of
 * those who wait. To be called with each registration.
 * @param most how many may stay
 * @returns how many expired
 */
export async function expireUnconfirmed(db: Db, most = mostUnconfirmed): Promise<number> {
  return await write(db, { system: 'registration' }, async ({ tx, lock, update }) => {
    const found = await sql<{ id: string }>`
      select id from (
        select id, type, updated_at, row_number() over (order by updated_at desc, id desc) as place
        from users where not email_confirmed and deleted_at is null
      ) as waiting
      where type = 'admin'
        and (place > ${most}::int or updated_at < now() - make_interval(days => ${keptDays}::int))
      order by updated_at, id limit ${batch}::int
    `.execute(tx)
    const rows = await lock(
      'users',
      found.rows.map(({ id }) => id),
    )
    // Confirmed or decided on in between.
    const expired = rows.filter((row) => mayConfirm(row) && !row.email_confirmed)
    for (const { id } of expired) await forgetCredentials(tx, id)
    await update('users', expired, { deleted_at: new Date().toISOString() })
    return expired.length
  })
}
