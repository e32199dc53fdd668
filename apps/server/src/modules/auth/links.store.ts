import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { hashToken, newToken } from './tokens.ts'

/** Minutes that a link to set a password works. */
const linkMinutes = { reset: 60, invitation: 7 * 24 * 60 } as const

/** Hours that a link to confirm an address works. */
const confirmationHours = 24

/** A link in a mail that sets a password. */
export interface PasswordLink {
  user_id: string
  email: string
  name: string
  status: 'active' | 'pending'
  kind: 'reset' | 'invitation'
  expires_at: string
}

/** Links that count for an admin who is neither deleted nor deactivated, and for nobody else. */
const usable = sql`
  from password_links as link
  join users as person on person.id = link.user_id
  where link.expires_at > now()
    and person.type = 'admin' and person.deleted_at is null and person.status <> 'inactive'
`

/**
 * Makes a link for a person; what they have already stays good.
 * @returns the token, which is kept nowhere, and the time until which it works
 */
export async function createLink(
  db: Db,
  user: string,
  kind: PasswordLink['kind'],
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + linkMinutes[kind] * 60_000).toISOString()
  await db.deleteFrom('password_links').where('expires_at', '<=', sql<string>`now()`).execute()
  await db
    .insertInto('password_links')
    .values({ token_hash: hashToken(token), user_id: user, kind, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** The link of a token as long as it works. */
export async function findLink(db: Db, token: string): Promise<PasswordLink | undefined> {
  const found = await sql<PasswordLink>`
    select link.user_id, link.kind, link.expires_at, person.email, person.name, person.status
      ${usable}
      and link.token_hash = ${hashToken(token)}
  `.execute(db)
  return found.rows[0]
}

/**
 * Uses a link up: of many at once with one token, one gets it.
 * @param tx the transaction that sets the password; what undoes it gives the link back
 */
export async function takeLink(tx: Db, token: string): Promise<PasswordLink | undefined> {
  const link = await findLink(tx, token)
  if (!link) return undefined
  const taken = await tx
    .deleteFrom('password_links')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return Number(taken.numDeletedRows) === 1 ? link : undefined
}

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

/** Whose address the link of a token confirms, as long as it works. */
export async function findConfirmation(db: Db, token: string): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`
    select user_id from address_confirmations
    where token_hash = ${hashToken(token)} and expires_at > now()
  `.execute(db)
  return found.rows[0]?.user_id
}

/**
 * Uses a link up that confirms an address; every other one of the account is dead with it.
 * @param tx the transaction that confirms the address; what undoes it gives the link back
 * @returns what came with it; undefined where it works no longer: of many at once one gets it
 */
export async function takeConfirmation(
  tx: Db,
  token: string,
  user: string,
): Promise<{ name: string | null; password_hash: string | null } | undefined> {
  const used = await sql<{ name: string | null; password_hash: string | null }>`
    delete from address_confirmations
    where token_hash = ${hashToken(token)} and user_id = ${user} and expires_at > now()
    returning name, password_hash
  `.execute(tx)
  if (used.rows[0]) {
    await tx.deleteFrom('address_confirmations').where('user_id', '=', user).execute()
  }
  return used.rows[0]
}

/** Makes the links dead that were mailed to some people, to set a password or confirm an address. */
export async function deleteLinks(db: Db, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await db.deleteFrom('password_links').where('user_id', 'in', users).execute()
  await db.deleteFrom('address_confirmations').where('user_id', 'in', users).execute()
}
