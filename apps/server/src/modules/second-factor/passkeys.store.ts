import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { PasskeysTable } from '../../db/tables/tables.ts'
import { Failure } from '../../http/failure.ts'

/** Passkeys that a person can have. */
const most = 20

/** A passkey as its table has it. */
export type Passkey = Selectable<PasskeysTable>

/** The passkeys of a person, the oldest first. */
export async function passkeysOf(db: Db, user: string): Promise<Passkey[]> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The passkey of a credential id, if it is one of ours. */
export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * Adds a passkey, within a transaction that holds its person's row.
 * @throws {Failure} `conflict` where it is added already or the person has twenty
 */
export async function insertPasskey(tx: Db, passkey: Insertable<PasskeysTable>): Promise<void> {
  const { n } = await tx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', passkey.user_id)
    .executeTakeFirstOrThrow()
  if (n >= most) {
    throw new Failure('conflict', `You already have ${most} passkeys. Remove one first.`)
  }
  const added = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows) !== 1) {
    throw new Failure('conflict', 'This passkey has already been added.')
  }
}

/**
 * Notes a use of a passkey.
 * @param counter what it counts now
 * @returns false where it was used at the same moment
 */
export async function advancePasskey(db: Db, passkey: Passkey, counter: number): Promise<boolean> {
  const advanced = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  return Number(advanced.numUpdatedRows) === 1
}

/** Gives a passkey of a person another name. */
export async function renamePasskey(
  db: Db,
  user: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return Number(renamed.numUpdatedRows) === 1
}

/** Removes a passkey of a person. */
export async function removePasskey(tx: Db, user: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return Number(removed.numDeletedRows) === 1
}

/** Removes every passkey of a person. */
export async function deletePasskeys(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', user).execute()
}
