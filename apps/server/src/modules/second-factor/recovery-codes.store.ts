import type { Db } from '../../db/connection/connection.ts'

/** Keeps the hashes of a person's new recovery codes; those they had are dead. */
export async function replaceRecoveryCodeHashes(
  tx: Db,
  user: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, user)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: user, code_hash })))
    .execute()
}

/** Uses a code up: of many requests with the same one, one gets true. */
export async function takeRecoveryCode(db: Db, user: string, hash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return Number(used.numDeletedRows) === 1
}

/** Makes a person's recovery codes dead. */
export async function deleteRecoveryCodes(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
}
