import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/connection/connection.ts'
import { queryChangesOne } from '../../db/connection/query.ts'
import type { Secrets } from '../../secrets.ts'
import { recoveryPurpose, retiredRecoveryKeys } from './secret-keys.store.ts'

const howMany = 10

/** Letters and digits without look-alikes; 32 of them, so that bytes map to them evenly. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/** A recovery code of 12 characters in groups of four, with 60 random bits. */
function newCode(): string {
  const signs = [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** What is hashed with a key, so that codes can't be found by trial from the database alone. */
const hashed = (user: string, code: string): string =>
  `${user} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`

/** Replaces all recovery codes of a user and returns the new ones; only hashes are stored. */
export async function replaceRecoveryCodes(tx: Db, secrets: Secrets, user: string) {
  const codes = Array.from({ length: howMany }, newCode)
  await deleteRecoveryCodes(tx, user)
  const hashOf = (code: string) => secrets.mac(recoveryPurpose, hashed(user, code))
  const rows = codes.map((code) => ({ user_id: user, code_hash: hashOf(code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Uses up a recovery code, in any spelling; true for only one of several requests. */
export async function useRecoveryCode(db: Db, secrets: Secrets, user: string, code: string) {
  const hashes = secrets.macs(recoveryPurpose, hashed(user, code), await retiredRecoveryKeys(db))
  return await queryChangesOne(db)`
    delete from recovery_codes where user_id = ${user} and code_hash = any(${hashes}::bytea[])
  `
}

export async function deleteRecoveryCodes(tx: Db, user: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
}
