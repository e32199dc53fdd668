import { randomInt, timingSafeEqual } from 'node:crypto'
import type { SecondFactorAsked } from '@steward/contract/accounts/session'
import { msg } from '@steward/i18n/reader'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryChangesOne, queryExists, queryFirst } from '../../db/connection/query.ts'
import { Failure } from '../../http/failure.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from './credentials.store.ts'
import { signInCodeEmail } from './email-templates.ts'
import type { SignInOrigin } from './sign-in-origin.ts'
import type { SignInAttempt } from './sign-in-throttle.ts'
import { countAttempt, perUser } from './throttle.store.ts'

/** How many codes are mailed to one account in an hour. */
const maxMailed = 5

/** How many minutes a code is valid. */
const codeMinutes = 10
const maxTries = 5

/**
 * Requires a mailed one-time code (`code` as typed) from an unknown place while somebody guesses
 * passwords of the account.
 * @throws {Failure} `second_factor_required`; `too_many` when no further code is mailed this hour
 */
export async function verifyMailedCode(
  services: Services,
  account: Account,
  code: string | null | undefined,
  origin: SignInOrigin,
  attempt: SignInAttempt,
): Promise<void> {
  const { db, secrets } = services
  const hashOf = (purpose: string, text: string) => secrets.mac(purpose, `${account.id} ${text}`)
  const at = { user: account.id, place: hashOf('sign-in place', origin.network) }
  const hash = (digits: string) => hashOf('sign-in code', `${origin.network} ${digits}`)
  const tried = code ? await tryCode(db, at, hash(code.replaceAll(/\D/g, ''))) : null
  if (tried === 'right') return
  if (tried === 'wrong')
    throw asked(msg('That code is wrong. Enter the one from our latest e-mail.'), true)
  if (!(await hasCode(db, at))) await mailCode(services, account, at, hash)
  if (tried === 'dead')
    throw asked(msg('That code has expired. We have e-mailed you a new one.'), true)
  await attempt.uncount()
  throw asked(
    msg(
      'Somebody has tried many wrong passwords for your account. To confirm that it’s you, we have mailed you a code.',
    ),
    false,
  )
}

async function mailCode(
  { db, mailer }: Services,
  account: Account,
  at: CodePlace,
  hash: (digits: string) => Buffer,
): Promise<void> {
  const mailed = await countAttempt(db, perUser('mailed-code', account.id, maxMailed, 60))
  if (mailed.wait > 0) {
    throw new Failure(
      'too_many',
      'Several codes have already been e-mailed to you. Set a new password with “Forgot your password?”, or try again later.',
      { retryAfter: mailed.wait },
    )
  }
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  if (await keepCode(db, at, hash(digits))) {
    mailer.send(accountHolder(account), signInCodeEmail(digits, codeMinutes))
  }
}

function asked(message: string, wrong: boolean): Failure {
  const data: SecondFactorAsked = { secondFactor: true, methods: ['email'], passkey: null }
  const errors = wrong ? { errors: [{ msg: message, path: 'code' }] } : {}
  return new Failure('second_factor_required', message, { data, ...errors })
}

/** The user whose code it is, and the place where it is valid. */
interface CodePlace {
  user: string
  place: Buffer
}

/** Whether there is a valid code for a user and place. */
const hasCode = (db: Db, { user, place }: CodePlace) =>
  queryExists(db)`
    select 1 from sign_in_codes where user_id = ${user} and place_hash = ${place}
      and expires_at > now() and tries < ${maxTries}
  `

/** Stores a code unless another is valid; returns whether it did, for one of many requests. */
export async function keepCode(db: Db, { user, place }: CodePlace, hash: Buffer): Promise<boolean> {
  await sql`delete from sign_in_codes where expires_at <= now()`.execute(db)
  return await queryExists(db)`
    insert into sign_in_codes as kept (user_id, place_hash, code_hash, expires_at)
    values (${user}, ${place}, ${hash}, now() + make_interval(mins => ${codeMinutes}::int))
    on conflict (user_id, place_hash) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0
      where kept.expires_at <= now() or kept.tries >= ${maxTries}
    returning 1
  `
}

/** Uses up the right code, for only one of several requests; returns `dead` where none is valid. */
export async function tryCode(db: Db, { user, place }: CodePlace, hash: Buffer) {
  const row = await queryFirst(db)<{ code_hash: Buffer; tries: number }>`
    update sign_in_codes set tries = tries + 1
    where user_id = ${user} and place_hash = ${place} and expires_at > now() and tries < ${maxTries}
    returning code_hash, tries
  `
  if (!row) return 'dead'
  if (!timingSafeEqual(row.code_hash, hash)) return row.tries < maxTries ? 'wrong' : 'dead'
  const isTaken = await queryChangesOne(db)`
    delete from sign_in_codes
    where user_id = ${user} and place_hash = ${place} and code_hash = ${hash}
  `
  return isTaken ? 'right' : 'dead'
}
