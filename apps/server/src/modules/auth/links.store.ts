import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { linkMinutes } from '../accounts/email-templates.ts'
import { hashToken, newToken } from './tokens.ts'

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
