import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { isId, newId } from '../../ids.ts'

/** What a passkey is asked for: to be added, as a second factor, for a step-up, or to sign in. */
export type Purpose =
  | { purpose: 'add' | 'second_factor' | 'step_up'; user: string }
  | { purpose: 'sign_in'; user?: undefined }

/** Minutes for which a challenge can be answered. */
const minutes = 5

/** Keeps a challenge for one answer. */
export async function keepChallenge(
  db: Db,
  challenge: string,
  { purpose, user }: Purpose,
): Promise<string> {
  const id = newId()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', sql<string>`now()`).execute()
  await db
    .insertInto('passkey_challenges')
    .values({
      id,
      purpose,
      user_id: user ?? null,
      challenge,
      expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    })
    .execute()
  return id
}

/** Takes a challenge for its one answer; only for what and for whom it was made. */
export async function takeChallenge(
  db: Db,
  id: string,
  { purpose, user }: Purpose,
): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('user_id', user ? '=' : 'is', user ?? null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}

/** Makes the challenges of a person dead. */
export async function deleteChallenges(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', user).execute()
}
