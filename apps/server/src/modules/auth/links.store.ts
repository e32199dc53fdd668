import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { hashToken, newToken } from './tokens.ts'

/** How many minutes links are valid, by kind. */
const linkMinutes = { reset: 60, invitation: 7 * 24 * 60 } as const

const confirmationMinutes = 24 * 60

export interface PasswordLink {
  user_id: string
  email: string
  name: string
  status: 'active' | 'pending'
  kind: 'reset' | 'invitation'
  expires_at: string
}

type LinkTable = 'password_links' | 'address_confirmations'

/** Inserts a link, of whose token only the hash is stored. */
async function insertLink<T extends LinkTable>(
  db: Db,
  table: T,
  row: Omit<Insertable<Tables[T]>, 'token_hash' | 'expires_at'>,
  minutes: number,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
  await sql`delete from ${sql.table(table)} where expires_at <= now()`.execute(db)
  const link = { ...row, token_hash: hashToken(token), expires_at: expiresAt }
  await db
    .insertInto<LinkTable>(table)
    .values(link as Insertable<Tables[LinkTable]>)
    .execute()
  return { token, expiresAt }
}

export const createLink = (
  db: Db,
  user: string,
  kind: PasswordLink['kind'],
): Promise<{ token: string; expiresAt: string }> =>
  insertLink(db, 'password_links', { user_id: user, kind }, linkMinutes[kind])

/** Finds a valid link to set a password, of an admin neither deleted nor deactivated. */
export async function findLink(db: Db, token: string): Promise<PasswordLink | undefined> {
  const { rows } = await sql<PasswordLink>`
    select link.user_id, link.kind, link.expires_at, person.email, person.name, person.status
    from password_links as link join users as person on person.id = link.user_id
    where link.token_hash = ${hashToken(token)} and link.expires_at > now()
      and person.type = 'admin' and person.deleted_at is null and person.status <> 'inactive'
  `.execute(db)
  return rows[0]
}

/** Uses up a link, which only one of several requests gets; `tx` also sets the password. */
export async function takeLink(tx: Db, token: string): Promise<PasswordLink | undefined> {
  const link = await findLink(tx, token)
  const { numDeletedRows } = await tx
    .deleteFrom('password_links')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n ? link : undefined
}

/** The name and password of a repeated registration, which count once its link is used. */
export interface Claim {
  name: string | null
  password_hash: string | null
}

/** Makes a confirmation link, whose use applies `claim` to the account; returns its token. */
export async function createConfirmation(db: Db, user: string, claim?: Claim): Promise<string> {
  const row = { user_id: user, ...claim }
  return (await insertLink(db, 'address_confirmations', row, confirmationMinutes)).token
}

/** Finds the user of a valid confirmation link; returns their id. */
export async function findConfirmation(db: Db, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from address_confirmations
    where token_hash = ${hashToken(token)} and expires_at > now()
  `.execute(db)
  return rows[0]?.user_id
}

/** Uses up all confirmation links of an account; only one of several requests gets it. */
export async function takeConfirmation(
  tx: Db,
  token: string,
  user: string,
): Promise<Claim | undefined> {
  const used = await sql<Claim>`
    delete from address_confirmations
    where token_hash = ${hashToken(token)} and user_id = ${user} and expires_at > now()
    returning name, password_hash
  `.execute(tx)
  const [claim] = used.rows
  if (claim) await tx.deleteFrom('address_confirmations').where('user_id', '=', user).execute()
  return claim
}

/** Deletes the links of users that set a password or confirm an address. */
export async function deleteLinks(db: Db, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await db.deleteFrom('password_links').where('user_id', 'in', users).execute()
  await db.deleteFrom('address_confirmations').where('user_id', 'in', users).execute()
}
