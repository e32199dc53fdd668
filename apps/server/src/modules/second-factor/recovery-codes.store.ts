import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'

/** Recovery codes that a person gets at once. */
const howMany = 10

/** Letters and digits that can't be taken for one another; 32, so that bytes fall on them evenly. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/** A code of 12 characters in groups of four: 60 bits. */
function newCode(): string {
  const signs = [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** Kept as a keyed hash, so that who has the database alone can't find codes by trying. */
const hashOf = (secrets: Secrets, user: string, code: string): Buffer =>
  secrets.mac('recovery code', `${user} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)

/** Gives a person ten new codes, which are kept nowhere; those they had are dead. */
export async function replaceRecoveryCodes(
  tx: Db,
  secrets: Secrets,
  user: string,
): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await deleteRecoveryCodes(tx, user)
  const rows = codes.map((code) => ({ user_id: user, code_hash: hashOf(secrets, user, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Uses a code up, however it is written: of many requests with the same one, one gets true. */
export async function useRecoveryCode(
  db: Db,
  secrets: Secrets,
  user: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user)
    .where('code_hash', '=', hashOf(secrets, user, code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Makes a person's recovery codes dead. */
export async function deleteRecoveryCodes(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
}
