import type { BodyOf } from '@steward/contract/calls/endpoints'
import { takesKey } from '@steward/contract/calls/idempotency'
import { routes } from '@steward/contract/calls/routes'
import { consentLimits } from '@steward/contract/consents/consents'
import { say } from '@steward/i18n/sentence'
import { write } from '../../db/write/write.ts'
import type { PrepareCall } from '../../http/direct-call.ts'
import { conflict, Failure, invalidField } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { type Attempt, countAttempt, perUser } from '../authentication/throttle.store.ts'
import { couldAgree, draft, hasSecret } from './consent-guard.ts'
import { requireFewRecords, requireFewWaiting } from './consents.rules.ts'
import { countOpenOf, insertConsent } from './consents.store.ts'
import { lookAt, shownOf } from './shown.ts'

/**
 * Asks for the consent of a second person to a call: the call is tried and taken back, and what it would change is kept with
 * the digest that it is bound to.
 * @returns the id of the request
 * @throws {Failure} `conflict` where nobody else has to agree or nobody could, `too_many` and `too_large` beyond the limits,
 *   and what the call itself is refused with
 */
export async function ask(
  services: Pick<Services, 'db' | 'areas'>,
  session: Session,
  { reason, ...sent }: BodyOf<'consents.create'>,
  prepare: PrepareCall,
): Promise<string> {
  const { db } = services
  const { call } = sent
  if (!takesKey(routes[call]) && call !== 'exports.create') {
    throw invalidField('call', 'must be a call that needs consent')
  }
  const attempt = await countRequest(services, session)
  const { asked, work } = prepare(session, call, sent)
  const found = await draft(asked, session, work, lookAt)
  const { concern, digest } = found
  requireFewRecords(concern)
  if (!(await couldAgree(db, session.user.id, concern))) {
    throw conflict('At this moment there is nobody else who could agree to this.')
  }
  const shown = await shownOf(services, session, found.shown)
  const { params, query, body } = sent
  const kept = hasSecret(body) ? null : { params, query, body }
  requireFits(kept)

  const id = newId()
  await write(db, actorOf(session), async ({ tx, note }) => {
    requireFewWaiting(await countOpenOf(tx, session.user.id))
    const { rules, area, action, detail, count, needs, forOwners, proposedBy } = concern
    const row = {
      id,
      rules,
      call,
      asked: kept,
      area,
      action,
      detail,
      needs,
      for_owners: forOwners,
      proposed_by: proposedBy,
      digest,
      records: count,
      reason,
      user_id: session.user.id,
    }
    await insertConsent(tx, row, shown, consentLimits.hours)
    note({
      area: 'consents',
      action: 'create',
      ...namedInLog(row),
      after: { rules: rules.join(', '), records: count, reason },
    })
  })
  await attempt.uncount()
  return id
}

/** What a request is called in the audit log: what is done to how many records, of settings the call, and its detail. */
export const namedInLog = ({
  id,
  call,
  area,
  action,
  detail,
  records,
}: {
  id: string
  call: string
  area: string | null
  action: string
  detail: string | null
  records: number
}) => ({
  record: { id, title: `${area === null ? call : `${area}.${action}`}: ${records}` },
  detail,
})

function requireFits(asked: object | null): void {
  const bytes = Buffer.byteLength(JSON.stringify(asked))
  if (bytes <= consentLimits.bytes) return
  throw new Failure(
    'too_large',
    say('This call has {bytes} bytes, and of a request for consent at most {max} are kept.', {
      bytes,
      max: consentLimits.bytes,
    }),
  )
}

/**
 * Counts a call that is tried, until it has become a request: a refused one has cost as much.
 * @throws {Failure} `too_many` after so many refused ones within an hour
 */
async function countRequest(
  { db }: Pick<Services, 'db'>,
  { user }: Pick<Session, 'user'>,
): Promise<Attempt> {
  const max = consentLimits.perHour
  const attempt = await countAttempt(db, perUser('consent', user.id, max, 60))
  if (attempt.wait === 0) return attempt
  await attempt.uncount()
  const said = say(
    '{max} of your requests for consent were refused within an hour, which is the maximum. Try again in {minutes, plural, one {a minute} other {# minutes}}.',
    { max, minutes: Math.ceil(attempt.wait / 60) },
  )
  throw new Failure('too_many', said, { retryAfter: attempt.wait })
}
