import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password's hash in PHC form, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/**
 * Whether a password fits its hash. Without a hash it takes as long and says no, so that time does
 * not tell whether there is an account.
 */
export async function passwordFits(password: string, kept: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const fits = await verify(kept ?? (await decoy), password)
  return fits && kept !== null
}

/** Letters and digits that can't be taken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of 16 characters in groups of four: 92 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
