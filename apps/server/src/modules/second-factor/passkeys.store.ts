import { say } from '@steward/i18n/sentence'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryColumn, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { conflict } from '../../http/failure.ts'
import { isId, newId } from '../../ids.ts'

/** The greatest number of passkeys of a person. */
const maxPasskeys = 20

const challengeMinutes = 5

export type Passkey = Selectable<Tables['passkeys']>

/** The passkeys of a user, the oldest first. */
export const passkeysOf = (db: Db, user: string) =>
  queryAll(db)<Passkey>`select * from passkeys where user_id = ${user} order by created_at, id`

export const findPasskey = (db: Db, credentialId: string) =>
  queryFirst(db)<Passkey>`select * from passkeys where credential_id = ${credentialId}`

/** Adds a passkey under the person's lock; throws a Failure `conflict` if too many or known. */
export async function insertPasskey(tx: Db, passkey: Insertable<Tables['passkeys']>) {
  if ((await passkeysOf(tx, passkey.user_id)).length >= maxPasskeys) {
    throw conflict(say('You already have {max} passkeys. Remove one first.', { max: maxPasskeys }))
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw conflict('This passkey has already been added.')
}

/** Sets the new counter of a passkey; returns false where it was used at the same moment. */
export const advancePasskey = (db: Db, passkey: Passkey, counter: number) =>
  queryChangesOne(db)`
    update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${passkey.id} and counter = ${passkey.counter}
  `

/** Renames a passkey; returns whether it exists. */
export const renamePasskey = async (db: Db, user: string, id: string, name: string) =>
  isId(id) &&
  (await queryChangesOne(db)`
    update passkeys set name = ${name} where id = ${id} and user_id = ${user}`)

/** Removes a passkey; returns whether it existed. */
export const removePasskey = async (tx: Db, user: string, id: string) =>
  isId(id) &&
  (await queryChangesOne(tx)`delete from passkeys where id = ${id} and user_id = ${user}`)

/** Deletes all passkeys of a user, with their challenges. */
export async function deletePasskeys(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', user).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', user).execute()
}

export type Purpose =
  | { purpose: 'add' | 'second_factor' | 'step_up'; user: string }
  | { purpose: 'sign_in'; user?: undefined }

/** Stores a challenge; returns its id. */
export async function keepChallenge(db: Db, challenge: string, { purpose, user }: Purpose) {
  const id = newId()
  await sql`delete from passkey_challenges where expires_at <= now()`.execute(db)
  await sql`
    insert into passkey_challenges (id, purpose, user_id, challenge, expires_at)
    values (${id}, ${purpose}, ${user ?? null}, ${challenge}, now() + make_interval(mins => ${challengeMinutes}::int))
  `.execute(db)
  return id
}

/** Uses up a challenge, which is valid for one answer with the same purpose and user. */
export async function takeChallenge(db: Db, id: string, { purpose, user }: Purpose) {
  if (!isId(id)) return undefined
  const [challenge] = await queryColumn(db)`
    delete from passkey_challenges
    where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${user ?? null}::uuid
      and expires_at > now()
    returning challenge
  `
  return challenge
}
