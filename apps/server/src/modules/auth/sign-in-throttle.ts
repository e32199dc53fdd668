import { setTimeout } from 'node:timers/promises'
import { Failure } from '../../http/failure.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from './credentials.store.ts'
import { guessingEmail } from './email-templates.ts'
import { isKnownPlace } from './known-places.store.ts'
import type { Place } from './place.ts'
import {
  type Attempt,
  countAttempt,
  enforceRateLimit,
  perAddress,
  perUser,
  signInKey,
  tooManyAttempts,
} from './throttle.store.ts'

/** Failed sign-ins of an account from one network, and of a network, in 15 minutes. */
const max = { account: 10, address: 100, minutes: 15 }

/** Failed sign-ins of an account from a known network, and from all unknown places, in a day. */
const aDay = { max: 100, minutes: 24 * 60 }

/** Milliseconds by which a wrong password is answered later while an account is attacked. */
const slowDown = 1_000

/** Answers that are held back at once; beyond, they go out without delay. */
const maxHeldBack = 100
let heldBack = 0

/** An attempt to sign in that has been counted as failed, until it says otherwise. */
export interface SignInAttempt {
  /** Whether the account was signed in to from this place or its wider network before. */
  known: boolean
  /**
   * Whether passwords of the account are being guessed from unknown places, and this is one: the
   * right password has to come with something more.
   */
  attacked: boolean
  /** It was no failure, though nobody is signed in. */
  takeBack(): Promise<void>
  /** Somebody is signed in: the place has no failures any more. */
  succeeded(): Promise<void>
  /** The refusal where address and password don't fit: the same, as fast, whether the account is there. */
  failed(account: Account | undefined): Promise<Failure>
}

/**
 * Counts an attempt to sign in before the password is looked at (contract, POST auth/admin-login).
 * Failures from where an account never signed in count apart, so that nobody can lock it out at a
 * place that it knows: see decision 11.
 * @throws {Failure} `too_many` with the seconds to wait
 */
export async function countSignInAttempt(
  services: Services,
  email: string,
  place: Place,
): Promise<SignInAttempt> {
  const { db } = services
  const key = await signInKey(db, email)
  const here = { key: `${key}:${place.network}`, max: max.account, minutes: max.minutes }
  const perPlace = perAddress('sign-in', place.ip, max.address, max.minutes)
  const attempt = await enforceRateLimit(db, here, perPlace)
  const beside: Attempt[] = []
  const takeBackBeside = async () => {
    for (const each of beside) await each.takeBack()
  }
  const takeBack = async () => {
    await attempt.takeBack()
    await takeBackBeside()
  }

  let known = await isKnownPlace(db, email, place)
  if (known) {
    const today = await countAttempt(db, { key: `${key}:known`, ...aDay })
    beside.push(today)
    // A neighbour who goes on guessing is no longer taken for the person.
    known = today.wait === 0
  }
  let elsewhere = { n: 0, wait: 0 }
  if (!known) {
    const recent = await countAttempt(db, { ...here, key: `${key}:elsewhere` })
    const today = await countAttempt(db, { key: `${key}:elsewhere-today`, ...aDay })
    beside.push(recent, today)
    if (today.wait > 0) {
      await takeBack()
      throw closedElsewhere(today.wait)
    }
    elsewhere = recent
  }
  return {
    known,
    attacked: elsewhere.wait > 0,
    takeBack,
    succeeded: async () => {
      await takeBackBeside()
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

/**
 * Warns somebody by mail, at most once a day, that passwords or codes of their account are being guessed.
 * After the answer, so that its time says nothing of whether there is an account.
 */
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
