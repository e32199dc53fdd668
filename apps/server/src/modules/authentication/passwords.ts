import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { hash, verify } from '@node-rs/argon2'
import { passwordLength } from '@steward/contract/accounts/credentials'
import { msg } from '@steward/i18n/reader'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { Failure, type Wrong } from '../../http/failure.ts'

/** The cost of Argon2id that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password to the PHC string format, with a salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/** Checks a password; takes as long for a missing hash, so that time doesn't reveal an account. */
export async function passwordFits(password: string, kept: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const fits = await verify(kept ?? (await decoy), password)
  return fits && kept !== null
}

/** Letters and digits without look-alikes. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Makes a password of 16 characters in groups of four, with 92 random bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

const require = createRequire(import.meta.url)
let common: ReadonlySet<string> | undefined

/** Loads the common passwords when first needed, since they take megabytes. */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common
  const words = require('@zxcvbn-ts/language-common') as { dictionary: typeof dictionary }
  const passwords = words.dictionary['passwords-common']
  common = new Set(passwords.filter((word) => word.length >= passwordLength.min))
  return common
}

/** The smallest number of different characters in a password. */
const minDifferent = 4

/** Why a password is too weak, apart from its length; null where it is strong enough. */
export function weaknessOf(password: string, email: string | null): string | null {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  if (commonPasswords().has(plain)) return msg('is one of the most common passwords')
  if (new Set(plain).size < minDifferent) return msg('has too few different characters')
  const address = email?.toLowerCase() ?? ''
  if (email && [address, address.split('@')[0]].includes(plain)) {
    return msg('must not be your e-mail address')
  }
  return null
}

/** The errors of a weak password, at the field `password`. */
export function passwordErrors(password: string, email: string | null): Wrong[] {
  const weakness = weaknessOf(password, email)
  return weakness ? [{ msg: weakness, path: 'password' }] : []
}

/** Throws a Failure `invalid` at `password` for a weak password. */
export function mustBeStrong(password: string, email: string | null): void {
  const errors = passwordErrors(password, email)
  if (errors.length === 0) return
  const words = msg('Choose a stronger password: this one is too easy to guess.')
  throw new Failure('invalid', words, { errors })
}
