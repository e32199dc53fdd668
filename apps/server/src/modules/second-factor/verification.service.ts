import type { SecondFactorAsked } from '@steward/contract/accounts/session'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { Failure } from '../../http/failure.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from '../authentication/credentials.store.ts'
import { factorChangedEmail } from '../authentication/email-templates.ts'
import type { SignInOrigin } from '../authentication/sign-in-origin.ts'
import { type SignInAttempt, warnOfGuessing } from '../authentication/sign-in-throttle.ts'
import { enforceRateLimit, perUser } from '../authentication/throttle.store.ts'
import { beginPasskey, usePasskey } from './passkeys.service.ts'
import { useRecoveryCode } from './recovery-codes.store.ts'
import { relyingParty } from './relying-party.ts'
import { findSecondFactor, type SecondFactorStatus } from './second-factor.store.ts'
import { isTotpCode, plainCode, useTotp } from './totp.store.ts'

type Body = Pick<BodyOf<'session.login'>, 'code' | 'passkey'>

/** After how many wrong codes from unknown places a mail warns. */
const warnedAfter = 5

/**
 * Verifies the second factor after the right password; returns false where there is none.
 * @param from.attempt counts as failed until the end, so a right password alone doesn't reset limits
 * @throws {Failure} `second_factor_required`; `too_many` after ten wrong ones in an hour from one network, or ten app
 *   codes from all unknown places: a stolen password must not lock its owner out at known places
 */
export async function verifySecondFactor(
  services: Services,
  account: Account,
  body: Body,
  { origin, attempt }: { origin: SignInOrigin; attempt: SignInAttempt },
): Promise<boolean> {
  const status = await findSecondFactor(services.db, account.id)
  if (!status.on) return false
  if (!body.code && !body.passkey) {
    await attempt.uncount()
    throw await askFor(services, account, status)
  }
  const here = perUser(`second-factor at ${origin.network}`, account.id, 10, 60)
  const elsewhere = perUser('second-factor', account.id, 10, 60)
  // Only codes of six digits can be guessed.
  const guessable = body.code ? isTotpCode(plainCode(body.code)) : false
  const limits = guessable && !attempt.known ? [elsewhere, here] : [here]
  const guess = await enforceRateLimit(services.db, ...limits)
  if (!(await proves(services, account, body))) {
    if (guess.n >= warnedAfter && !attempt.known) warnOfGuessing(services, account, 'codes')
    throw await askFor(services, account, status, body.code ? 'code' : 'passkey')
  }
  await guess.forget(here.key)
  return true
}

async function proves(services: Services, account: Account, body: Body): Promise<boolean> {
  const { db, secrets, mailer } = services
  if (body.code) {
    const code = plainCode(body.code)
    if (isTotpCode(code)) return await useTotp(db, secrets, account.id, code)
    if (!(await useRecoveryCode(db, secrets, account.id, code))) return false
    const { recovery_codes: left } = await findSecondFactor(db, account.id)
    const used = say(
      'A recovery code was used to sign in; {left, plural, one {one is left} other {# are left}}.',
      { left },
    )
    mailer.send(accountHolder(account), factorChangedEmail(used))
    return true
  }
  const purpose = { purpose: 'second_factor', user: account.id } as const
  return !!body.passkey && (await usePasskey(services, body.passkey, purpose)) !== null
}

const wrongWords = {
  code: msg('That code is wrong, already used or expired. Enter another one.'),
  passkey: msg('That passkey couldn’t be verified. Try again or use a code.'),
}

/** The failure that says what is missing, with a new challenge. */
async function askFor(
  services: Services,
  account: Account,
  status: SecondFactorStatus,
  wrong?: 'code' | 'passkey',
): Promise<Failure> {
  const possible = status.passkeys > 0 && relyingParty(services.config.publicUrl) !== null
  const data: SecondFactorAsked = {
    secondFactor: true,
    methods: [
      ...(status.totp ? (['totp'] as const) : []),
      ...(possible ? (['passkey'] as const) : []),
      ...(status.recovery_codes > 0 ? (['recovery'] as const) : []),
    ],
    passkey: possible
      ? await beginPasskey(services, { purpose: 'second_factor', user: account.id })
      : null,
  }
  if (!wrong) {
    return new Failure('second_factor_required', 'Please confirm that it’s you.', { data })
  }
  const msg = wrongWords[wrong]
  return new Failure('second_factor_required', msg, { data, errors: [{ msg, path: wrong }] })
}
