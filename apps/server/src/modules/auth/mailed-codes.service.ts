import { randomInt } from 'node:crypto'
import type { SecondFactorAsked } from '@steward/contract/accounts/session'
import { Failure } from '../../http/failure.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from './credentials.store.ts'
import { signInCodeEmail } from './email-templates.ts'
import { type CodePlace, hasCode, keepCode, tryCode } from './mailed-codes.store.ts'
import type { Place } from './place.ts'
import type { SignInAttempt } from './sign-in-throttle.ts'
import { countAttempt, perUser } from './throttle.ts'

/** Codes mailed to one account in an hour. */
const maxMailed = 5

/**
 * Asks somebody whose password is right, at an unknown place while their account is attacked, for a
 * one-time code that is mailed to them: whoever guesses passwords doesn't read their mail.
 * @param code what they have typed, if anything
 * @throws {Failure} `second_factor_required` where no code came or it was wrong; `too_many` where
 *   no further one is mailed within the hour
 */
export async function verifyMailedCode(
  services: Services,
  account: Account,
  code: string | null | undefined,
  place: Place,
  attempt: SignInAttempt,
): Promise<void> {
  const { db, secrets } = services
  const hashOf = (purpose: string, text: string) => secrets.mac(purpose, `${account.id} ${text}`)
  const at = { user: account.id, place: hashOf('sign-in place', place.network) }
  const hash = (digits: string) => hashOf('sign-in code', `${place.network} ${digits}`)
  const tried = code ? await tryCode(db, at, hash(code.replaceAll(/\D/g, ''))) : null
  if (tried === 'right') return
  if (tried === 'wrong')
    throw asked('That code is wrong. Enter the one from our latest e-mail.', true)
  if (!(await hasCode(db, at))) await mailCode(services, account, at, hash)
  if (tried === 'dead') {
    throw asked('That code has expired. We have e-mailed you a new one.', true)
  }
  await attempt.takeBack()
  throw asked(
    'Somebody has tried many wrong passwords for your account. To confirm that it’s you, we have mailed you a code.',
    false,
  )
}

async function mailCode(
  { db, config, mailer }: Services,
  account: Account,
  at: CodePlace,
  hash: (digits: string) => Buffer,
): Promise<void> {
  const mailed = await countAttempt(db, [perUser('mailed-code', account.id, maxMailed, 60)])
  if (mailed.wait > 0) {
    throw new Failure(
      'too_many',
      'Several codes have already been e-mailed to you. Set a new password with “Forgot your password?”, or try again later.',
      { retryAfter: mailed.wait },
    )
  }
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  if (await keepCode(db, at, hash(digits))) {
    mailer.send(accountHolder(account), signInCodeEmail(config.publicUrl, digits))
  }
}

function asked(message: string, wrong: boolean): Failure {
  const data: SecondFactorAsked = { secondFactor: true, methods: ['email'], passkey: null }
  const errors = wrong ? { errors: [{ msg: message, path: 'code' }] } : {}
  return new Failure('second_factor_required', message, { data, ...errors })
}
