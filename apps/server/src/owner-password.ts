import { newPassword } from '@steward/contract/accounts/credentials'
import { nested, say } from '@steward/i18n/sentence'
import type { Config } from './config.ts'
import { weaknessOf } from './modules/authentication/passwords.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Holds the password that the settings give the owner to what everybody's is held to.
 * @throws {OperatorError} naming the setting and never its value
 */
export function checkOwnerPassword({
  ownerEmail,
  ownerPassword,
}: Pick<Config, 'ownerEmail' | 'ownerPassword'>): void {
  if (ownerPassword === undefined) return
  const read = newPassword().safeParse(ownerPassword)
  const reason = read.success
    ? weaknessOf(ownerPassword, ownerEmail ?? null)
    : read.error.issues[0]?.message
  if (reason)
    throw new OperatorError(say('The setting OWNER_PASSWORD {reason}.', { reason: nested(reason) }))
}
