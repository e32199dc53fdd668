import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { conflict } from '../../http/common-failures.ts'
import { isId, newId } from '../../ids.ts'

/** Passkeys that a person can have. */
const maxPasskeys = 20

/** Minutes for which a challenge can be answered. */
const challengeMinutes = 5

/** A passkey as its table has it. */
export type Passkey = Selectable<Tables['passkeys']>

/** The passkeys of a person, the oldest first. */
export const passkeysOf = (db: Db, user: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The passkey of a credential id, if it is one of ours. */
export const findPasskey = (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/**
 * Adds a passkey, within a transaction that holds its person's row.
 * @throws {Failure} `conflict` where it is added already or the person has twenty
 */
export async function insertPasskey(
  tx: Db,
  passkey: Insertable<Tables['passkeys']>,
): Promise<void> {
  if ((await passkeysOf(tx, passkey.user_id)).length >= maxPasskeys) {
    throw conflict(`You already have ${maxPasskeys} passkeys. Remove one first.`)
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw conflict('This passkey has already been added.')
}

/** Notes a use of a passkey, and what it counts now. @returns false where it was used at the same moment */
export async function advancePasskey(db: Db, passkey: Passkey, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${passkey.id} and counter = ${passkey.counter}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Gives a passkey of a person another name. @returns whether there is one of that id */
export async function renamePasskey(
  db: Db,
  user: string,
  id: string,
  name: string,
): Promise<boolean> {
  if (!isId(id)) return false
  const { numAffectedRows } = await sql`
    update passkeys set name = ${name} where id = ${id} and user_id = ${user}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Removes a passkey of a person. @returns whether there was one of that id */
export async function removePasskey(tx: Db, user: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const { numAffectedRows } = await sql`
    delete from passkeys where id = ${id} and user_id = ${user}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Removes every passkey of a person, and makes their challenges dead. */
export async function deletePasskeys(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', user).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', user).execute()
}

/** What a passkey is asked for: to be added, as a second factor, for a step-up, or to sign in. */
export type Purpose =
  | { purpose: 'add' | 'second_factor' | 'step_up'; user: string }
  | { purpose: 'sign_in'; user?: undefined }

/** Keeps a challenge for one answer. @returns its id */
export async function keepChallenge(
  db: Db,
  challenge: string,
  { purpose, user }: Purpose,
): Promise<string> {
  const id = newId()
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(db)
  await sql`
    insert into passkey_challenges (id, purpose, user_id, challenge, expires_at)
    values (${id}, ${purpose}, ${user ?? null}, ${challenge}, now() + make_interval(mins => ${challengeMinutes}::int))
  `.execute(db)
  return id
}

/** Takes a challenge for its one answer; only for what and for whom it was made. */
export async function takeChallenge(
  db: Db,
  id: string,
  { purpose, user }: Purpose,
): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<{ challenge: string }>`
    delete from passkey_challenges
    where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${user ?? null}::uuid
      and expires_at > now()
    returning challenge
  `.execute(db)
  return rows[0]?.challenge
}
