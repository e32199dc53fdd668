import { createRequire } from 'node:module'
import { passwordLength } from '@steward/contract/accounts/credentials'
import type { FailureEntry } from '@steward/contract/calls/errors'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { Failure } from '../../http/failure.ts'

const require = createRequire(import.meta.url)

let common: ReadonlySet<string> | undefined

/**
 * Common passwords that are long enough to be chosen at all; shorter ones are refused by length. Loaded when the
 * first password is chosen: the words take megabytes, and most servers see months without one.
 */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common
  const words = require('@zxcvbn-ts/language-common') as { dictionary: typeof dictionary }
  const passwords = words.dictionary['passwords-common']
  common = new Set(passwords.filter((word) => word.length >= passwordLength.min))
  return common
}

/** Characters that a password has to have of different kinds, or it is one key held down. */
const fewestDifferent = 4

/**
 * What is wrong with a password beyond its length, which the contract checks.
 * @param email the address of the account, where it is known
 * @returns words for the field; null where it will do
 */
export function weaknessOf(password: string, email: string | null): string | null {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  if (commonPasswords().has(plain)) return 'is one of the most common passwords'
  if (new Set(plain).size < fewestDifferent) return 'has too few different characters'
  const [mailbox = ''] = (email ?? '').toLowerCase().split('@')
  if (email && (plain === email.toLowerCase() || plain === mailbox)) {
    return 'must not be your e-mail address'
  }
  return null
}

/** An entry at a field for a password that will not do; none for one that will. */
export function passwordErrors(
  password: string,
  email: string | null,
  path = 'password',
): FailureEntry[] {
  const weakness = weaknessOf(password, email)
  return weakness ? [{ msg: weakness, path }] : []
}

/** @throws {Failure} `invalid` at the field, for a password that will not do */
export function mustBeStrong(password: string, email: string | null): void {
  const errors = passwordErrors(password, email)
  if (errors.length > 0) {
    throw new Failure('invalid', 'Choose a stronger password: this one is too easy to guess.', {
      errors,
    })
  }
}
