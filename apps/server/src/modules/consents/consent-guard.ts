import { createHash } from 'node:crypto'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { ConsentRequired } from '@steward/contract/consents/consents'
import { msg } from '@steward/i18n/reader'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Actor, Via } from '../../db/write/audit.ts'
import { type ChangeGuard, type Effect, withChangeGuard } from '../../db/write/change-guard.ts'
import { conflict, Failure, notFound } from '../../http/failure.ts'
import type { CheckedCall, Guarding } from '../../http/guarding.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { stableJson } from '../../stable-json.ts'
import type { StaffRow } from '../authentication/staff-row.store.ts'
import { findOwnersWhoCanSignIn } from '../roles/owners.store.ts'
import { rightsNow } from '../roles/staff.store.ts'
import { concernOf, idOf } from './concern.ts'
import { type Concern, dependentsIn, lapsed, obstacleOf, requireUsable } from './consents.rules.ts'
import { type ConsentRow, findDecider, listStaff, lockConsent, markUsed } from './consents.store.ts'
import { type Tie, tiesOf, tookOwnerRights } from './ties.store.ts'

/** How long before a request what who asks has done to somebody counts, in hours. */
export const tiedHours = 24

/** What every call of the contract that changes something is done under. */
export const guarding: Guarding = (asked, session, consent, work) =>
  withChangeGuard(guardOf(asked, session, { consent }), work)

/** What a call would do, as it was found by trying it, and the effect that needs consent. */
export interface Drafted {
  concern: Concern
  digest: string
  /** Reads more of the effect, in the transaction that is taken back. */
  shown: unknown
}

/**
 * Does the work of a call until it would change what needs consent, and takes it back.
 * @param look reads in that transaction what is to be shown of the effect
 * @throws {Failure} `conflict` where nobody else has to agree, and what the call itself is refused with
 */
export async function draft<S>(
  asked: CheckedCall,
  session: Session,
  work: () => Promise<unknown>,
  look: (tx: Transaction<Tables>, effect: Effect, concern: Concern) => Promise<S>,
): Promise<{ concern: Concern; digest: string; shown: S }> {
  try {
    await withChangeGuard(guardOf(asked, session, { look }), work)
  } catch (error) {
    if (error instanceof TakenBack) return error.draft as Awaited<ReturnType<typeof draft<S>>>
    throw error
  }
  throw needless()
}

const needless = () => conflict('Nobody else has to agree to this. Do it without a request.')

/** Ends the transaction of a call that is only tried. */
class TakenBack extends Error {
  readonly draft: Drafted

  constructor(draft: Drafted) {
    super('the call was only tried')
    this.draft = draft
  }
}

type Mode =
  | { consent: string | null }
  | { look: (tx: Transaction<Tables>, effect: Effect, concern: Concern) => Promise<unknown> }

function guardOf(asked: CheckedCall, session: Session, mode: Mode): ChangeGuard {
  const claimed = new WeakMap<object, Via['consent']>()
  return {
    check: async (tx, actor, effect) => {
      if (!isOf(session, actor)) return undefined
      const concern = await concernOf(tx, { person: session.user.id, call: asked.call }, effect)
      if (!concern || (await isAlone(tx, session, concern))) return claimed.get(tx)
      // What else the same call does follows from what was agreed to.
      const before = claimed.get(tx)
      if (before) return before
      const digest = digestOf(asked, session, concern)
      if ('look' in mode) {
        throw new TakenBack({ concern, digest, shown: await mode.look(tx, effect, concern) })
      }
      if (mode.consent === null) throw await consentRequired(tx, asked.call, session, concern)
      const consent = await claim(tx, mode.consent, session, digest, effect)
      claimed.set(tx, consent)
      return consent
    },
    atCommit: () => {
      if ('look' in mode) throw needless()
    },
  }
}

/** Whether it is the person of the request who acts, and not a job that began meanwhile. */
const isOf = (session: Session, actor: Actor): boolean =>
  'user' in actor && actor.user === session.user.id && actor.through !== 'job'

/**
 * Whether the only owner changes the rules, so that nobody is locked out. Who has taken the rights of another owner within
 * a day isn't alone by that.
 */
async function isAlone(tx: Db, session: Session, concern: Concern): Promise<boolean> {
  if (!concern.rules.includes('rules')) return false
  const others = (await findOwnersWhoCanSignIn(tx)).filter((id) => id !== session.user.id)
  return others.length === 0 && !(await tookOwnerRights(tx, session.user.id, tiedHours))
}

/** Uses a consent in the transaction of the change, so that both are kept or neither. */
async function claim(
  tx: Db,
  id: string,
  session: Session,
  digest: string,
  effect: Effect,
): Promise<NonNullable<Via['consent']>> {
  const row = isId(id) ? await lockConsent(tx, id) : undefined
  if (!row || row.user_id !== session.user.id) throw notFound('You have made no such request.')
  requireUsable(row, digest)
  if (!(await couldStillAgree(tx, row, effect))) throw lapsed(row)
  await markUsed(tx, row.id)
  return { _id: row.id, by: { _id: row.decided_by ?? '', name: row.decided_by_name ?? '' } }
}

/** Whether whoever agreed could do so at this moment. */
async function couldStillAgree(tx: Db, row: ConsentRow, effect: Effect): Promise<boolean> {
  const id = row.decided_by
  if (id === null) return false
  // What the act itself does to them, to which they agreed, has been done by now. Their record as it was is in the digest.
  if (isAbout(effect, id)) return true
  const staff = await findDecider(tx, id)
  if (!staff) return false
  if (isAbout(effect, staff.role_id)) return true
  const dependents = await dependentsOn(tx, row.user_id, [id], row.created_at)
  return obstacleOf(deciderOf(staff), row, dependents) === null
}

/** Whether an effect changes a record or erases a person before consent to it is used. */
function isAbout(effect: Effect, id: string): boolean {
  if (effect.kind === 'jobs') return effect.erases?.person.id === id
  if (effect.kind !== 'changes') return false
  return effect.changes.some((change) => idOf(change) === id)
}

const deciderOf = (row: StaffRow) => ({
  user: { id: row.user_id, name: row.user_name },
  ...rightsNow(row),
  owner: row.system,
})

async function consentRequired(
  db: Db,
  call: EndpointName,
  session: Session,
  { rules, area, action, detail, count, ...concern }: Concern,
): Promise<Failure> {
  const possible = await couldAgree(db, session.user.id, concern)
  const data: ConsentRequired = { rules, draft: { call, area, action, detail, count }, possible }
  return new Failure('consent_required', possible ? asks : nobody, { data })
}

const asks = msg(
  'A second person has to agree to this. Ask for their consent, and make this call again once you have it.',
)
const nobody = msg(
  'A second person has to agree to this, and at this moment there is nobody else who could. An owner can change who may do this, or the rule.',
)

/** Whether there is anybody who could agree to what `asker` asks for. */
export async function couldAgree(
  db: Db,
  asker: string,
  { needs, forOwners, proposedBy }: Pick<Concern, 'needs' | 'forOwners' | 'proposedBy'>,
): Promise<boolean> {
  const staff = await listStaff(db)
  const row = { user_id: asker, proposed_by: proposedBy, needs, for_owners: forOwners }
  const able = staff
    .map(deciderOf)
    .filter((each) => obstacleOf(each, row, new Set()) === null)
    .map(({ user }) => user.id)
  const dependents = await dependentsOn(db, asker, able, null)
  return able.some((id) => !dependents.has(id))
}

/** How many accounts after each other are followed, of which each made or changed the next. */
const maxSteps = 8

/**
 * Who of some people depends on whoever asks: whose account they made or have changed, or who was made or changed by such an
 * account, and so on.
 * @param at when they asked, null for now
 */
export async function dependentsOn(
  db: Db,
  asker: string,
  people: readonly string[],
  at: string | null,
): Promise<ReadonlySet<string>> {
  const ties: Tie[] = []
  const seen = new Set([asker])
  let next = people.filter((id) => id !== asker)
  for (let step = 0; step < maxSteps && next.length > 0; step += 1) {
    for (const id of next) seen.add(id)
    const found = await tiesOf(db, { people: next, at, hours: tiedHours })
    ties.push(...found)
    next = [...new Set(found.map(({ by }) => by))].filter((id) => !seen.has(id))
  }
  return dependentsIn(ties, asker)
}

/** SHA-256 of who makes which call, of the rules that it needs consent by, and of what it concerns. */
function digestOf(asked: CheckedCall, session: Session, concern: Concern): string {
  const { call, params, query, body } = asked
  const text = stableJson({
    person: session.user.id,
    call,
    params,
    query,
    body: withoutSecrets(body),
    rules: concern.rules,
    content: concern.content,
  })
  return createHash('sha256').update(text).digest('hex')
}

const secret = /password|secret|token/i

/** A body without what is secret, which no digest that is kept may be made of. */
export const withoutSecrets = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body ?? null, (name, value) => (secret.test(name) ? undefined : value)) ??
      'null',
  )

export const hasSecret = (body: unknown): boolean =>
  stableJson(withoutSecrets(body)) !== stableJson(JSON.parse(JSON.stringify(body ?? null)))
