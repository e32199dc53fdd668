import type { Db } from '../../db/connection.ts'
import { forgetLinks } from '../users/accounts.store.ts'

/**
 * Sets a person's password. Links that could set another are dead with it.
 * @param tx the transaction that also ends their sessions, holding the person's row
 */
export async function setPassword(tx: Db, user: string, passwordHash: string): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ user_id: user, password_hash: passwordHash })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({
        password_hash: row.ref('excluded.password_hash'),
        updated_at: row.fn<string>('now'),
      })),
    )
    .execute()
  await forgetLinks(tx, [user])
}

/** Holds a person's row until the transaction ends, so that what belongs to them changes in turn. */
export async function holdPerson(tx: Db, user: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', user).forUpdate().execute()
}

/** Takes a person's password away, and every link that could set one. */
export async function forgetCredentials(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('credentials').where('user_id', '=', user).execute()
  await forgetLinks(tx, [user])
}
