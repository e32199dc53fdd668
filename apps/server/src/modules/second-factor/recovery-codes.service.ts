import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/connection/connection.ts'
import type { Secrets } from '../../secrets.ts'
import { replaceRecoveryCodeHashes, takeRecoveryCode } from './recovery-codes.store.ts'

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

/**
 * Gives a person ten new codes; those they had are dead.
 * @returns the codes, which are kept nowhere
 */
export async function replaceRecoveryCodes(
  tx: Db,
  secrets: Secrets,
  user: string,
): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await replaceRecoveryCodeHashes(
    tx,
    user,
    codes.map((code) => hashOf(secrets, user, code)),
  )
  return codes
}

/** Uses a code up, however it is written: of many requests with the same one, one gets it. */
export const useRecoveryCode = (
  db: Db,
  secrets: Secrets,
  user: string,
  code: string,
): Promise<boolean> => takeRecoveryCode(db, user, hashOf(secrets, user, code))
