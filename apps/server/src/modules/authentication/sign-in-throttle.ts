import { setTimeout } from 'node:timers/promises'
import { Failure } from '../../http/failure.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from './credentials.store.ts'
import { guessingEmail } from './email-templates.ts'
import { isKnownOrigin } from './known-origins.store.ts'
import type { SignInOrigin } from './sign-in-origin.ts'
import {
  type Attempt,
  countAttempt,
  enforceRateLimit,
  perAddress,
  perUser,
  signInKey,
  tooManyAttempts,
} from './throttle.store.ts'

/** How many failures one network may have in 15 minutes: for one account, and in all. */
const max = { account: 10, address: 100, minutes: 15 }

/** How many failures an account may have a day, counted apart for known and unknown places. */
const aDay = { max: 100, minutes: 24 * 60 }

/** How long answers to wrong passwords are delayed for an attacked account, in milliseconds. */
const slowDown = 1_000

/** How many answers may be delayed at once; beyond it, answers are not delayed. */
const maxHeldBack = 100
let heldBack = 0

/** An attempt to sign in; it counts as failed until `succeeded` or `uncount` is called. */
export interface SignInAttempt {
  /** Whether the account was signed in to from this place or its wider network before. */
  known: boolean
  /** Whether unknown places have failed too often, so that the sign-in needs a further proof. */
  attacked: boolean
  uncount(): Promise<void>
  succeeded(): Promise<void>
  /** The failure for the answer; takes as long whether there is an account or not. */
  failed(account: Account | undefined): Promise<Failure>
}

/**
 * Counts an attempt before the password is checked (contract, POST auth/admin-login). Unknown places
 * count apart, so that guessing can't lock an account at known places (decision 11).
 * @throws {Failure} `too_many`
 */
export async function countSignInAttempt(
  services: Services,
  email: string,
  origin: SignInOrigin,
): Promise<SignInAttempt> {
  const { db } = services
  const key = await signInKey(db, email)
  const here = { key: `${key}:${origin.network}`, max: max.account, minutes: max.minutes }
  const perOrigin = perAddress('sign-in', origin.ip, max.address, max.minutes)
  const attempt = await enforceRateLimit(db, here, perOrigin)
  const others: Attempt[] = []
  const uncountOthers = async () => {
    for (const each of others) await each.uncount()
  }
  const uncount = async () => {
    await attempt.uncount()
    await uncountOthers()
  }

  let known = await isKnownOrigin(db, email, origin)
  if (known) {
    const today = await countAttempt(db, { key: `${key}:known`, ...aDay })
    others.push(today)
    // A known network with too many failures counts as unknown.
    known = today.wait === 0
  }
  let elsewhere = { n: 0, wait: 0 }
  if (!known) {
    const recent = await countAttempt(db, { ...here, key: `${key}:elsewhere` })
    const today = await countAttempt(db, { key: `${key}:elsewhere-today`, ...aDay })
    others.push(recent, today)
    if (today.wait > 0) {
      await uncount()
      throw closedElsewhere(today.wait)
    }
    elsewhere = recent
  }
  return {
    known,
    attacked: elsewhere.wait > 0,
    uncount,
    succeeded: async () => {
      await uncountOthers()
      await attempt.forget(here.key)
    },
    failed: async (account) => {
      if (attempt.n >= max.account || elsewhere.n >= max.account) {
        warnOfGuessing(services, account, 'passwords')
      }
      if (elsewhere.wait === 0) {
        return new Failure('wrong_credentials', 'The e-mail address or the password is wrong.')
      }
      await holdBack()
      return tooManyAttempts(elsewhere.wait)
    },
  }
}

const closedElsewhere = (retryAfter: number) =>
  new Failure(
    'too_many',
    'Too many attempts for this account from new places. Set a new password with “Forgot your password?”, use a passkey, or sign in from a place you have used before.',
    { retryAfter },
  )

async function holdBack(): Promise<void> {
  if (heldBack >= maxHeldBack) return
  heldBack += 1
  await setTimeout(slowDown)
  heldBack -= 1
}

/** Mails a warning at most once a day, after the answer, so its time doesn't reveal an account. */
export function warnOfGuessing(
  { db, mailer, background }: Services,
  account: Account | undefined,
  what: 'passwords' | 'codes',
): void {
  background.run(async () => {
    if (!account || account.status === 'inactive') return
    const warned = await countAttempt(db, perUser(`told of ${what}`, account.id, 1, aDay.minutes))
    if (warned.n === 1) mailer.send(accountHolder(account), guessingEmail(what))
  })
}
