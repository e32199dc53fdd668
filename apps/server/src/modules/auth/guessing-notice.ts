import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from './credentials.store.ts'
import { guessingEmail } from './email-templates.ts'
import { countAttempt, perUser } from './throttle.ts'

/**
 * Tells somebody by mail that passwords or codes of their account are being guessed, once a day at
 * the most. After the answer, so that its time says nothing of whether there is an account.
 */
export function warnOfGuessing(
  { db, config, mailer, background }: Services,
  account: Account | undefined,
  what: 'passwords' | 'codes',
): void {
  background.run(async () => {
    if (!account || account.status === 'inactive') return
    const told = await countAttempt(db, [perUser(`told of ${what}`, account.id, 1, 24 * 60)])
    if (told.n === 1) mailer.send(accountHolder(account), guessingEmail(config.publicUrl, what))
  })
}
