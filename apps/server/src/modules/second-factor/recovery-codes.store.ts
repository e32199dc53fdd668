import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'

const howMany = 10

/** No look-alikes; 32, so that bytes fall on them evenly. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/** 12 characters in groups of four: 60 bits. */
function newCode(): string {
  const signs = [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** Keyed, so that the database alone is no help to find codes by trying. */
const hashOf = (secrets: Secrets, user: string, code: string): Buffer =>
  secrets.mac('recovery code', `${user} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)

/** The old ones are dead; only hashes are stored. */
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

/** In any spelling; of many requests, one gets true. */
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

export async function deleteRecoveryCodes(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
}
