import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryChangesOne, queryColumn, queryFirst } from '../../db/connection/query.ts'
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

/** Makes a token that expires, of which only the hash is stored. */
function makeLink(minutes: number) {
  const token = newToken()
  const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
  return { token, expiresAt, stored: { token_hash: hashToken(token), expires_at: expiresAt } }
}

export async function createLink(db: Db, user: string, kind: PasswordLink['kind']) {
  const { token, expiresAt, stored } = makeLink(linkMinutes[kind])
  await sql`delete from password_links where expires_at <= now()`.execute(db)
  const link = { user_id: user, kind, ...stored }
  await db.insertInto('password_links').values(link).execute()
  return { token, expiresAt }
}

/** Finds a valid link to set a password, of an admin neither deleted nor deactivated. */
export const findLink = (db: Db, token: string) =>
  queryFirst(db)<PasswordLink>`
    select link.user_id, link.kind, link.expires_at, person.email, person.name, person.status
    from password_links as link join users as person on person.id = link.user_id
    where link.token_hash = ${hashToken(token)} and link.expires_at > now()
      and person.type = 'admin' and person.deleted_at is null and person.status <> 'inactive'
  `

/** Uses up a link, which only one of several requests gets; `tx` also sets the password. */
export async function takeLink(tx: Db, token: string): Promise<PasswordLink | undefined> {
  const link = await findLink(tx, token)
  const isTaken = await queryChangesOne(tx)`
    delete from password_links where token_hash = ${hashToken(token)}`
  return isTaken ? link : undefined
}

/** The name and password of a repeated registration, which count once its link is used. */
export interface Claim {
  name: string | null
  password_hash: string | null
}

/** Makes a confirmation link, whose use applies `claim` to the account; returns its token. */
export async function createConfirmation(db: Db, user: string, claim?: Claim): Promise<string> {
  const { token, stored } = makeLink(confirmationMinutes)
  await sql`delete from address_confirmations where expires_at <= now()`.execute(db)
  const link = { user_id: user, ...claim, ...stored }
  await db.insertInto('address_confirmations').values(link).execute()
  return token
}

/** Finds the user of a valid confirmation link; returns their id. */
export async function findConfirmation(db: Db, token: string): Promise<string | undefined> {
  const [user] = await queryColumn(db)`
    select user_id from address_confirmations
    where token_hash = ${hashToken(token)} and expires_at > now()
  `
  return user
}

/** Uses up all confirmation links of an account; only one of several requests gets it. */
export async function takeConfirmation(tx: Db, token: string, user: string) {
  const claim = await queryFirst(tx)<Claim>`
    delete from address_confirmations
    where token_hash = ${hashToken(token)} and user_id = ${user} and expires_at > now()
    returning name, password_hash
  `
  if (claim) await tx.deleteFrom('address_confirmations').where('user_id', '=', user).execute()
  return claim
}

/** Deletes the links of users that set a password or confirm an address. */
export async function deleteLinks(db: Db, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await db.deleteFrom('password_links').where('user_id', 'in', users).execute()
  await db.deleteFrom('address_confirmations').where('user_id', 'in', users).execute()
}
