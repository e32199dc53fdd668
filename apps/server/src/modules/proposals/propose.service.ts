import { kebabOf } from '@steward/contract/areas/area-lists'
import { areaFields } from '@steward/contract/areas/listings'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { ProposalArea } from '@steward/contract/proposals/proposable'
import { proposalLimits } from '@steward/contract/proposals/proposals'
import type { UserType } from '@steward/contract/users/users'
import { nested, say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { type RecordTable, type SeenRecord, tableOf } from '../../db/schema/tables.ts'
import { type Change, lineOf } from '../../db/write/audit-lines.ts'
import { dryRun, write } from '../../db/write/write.ts'
import { requirePermission } from '../../http/authorize.ts'
import { conflict, Failure, invalidField, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId, newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { type Attempt, countAttempt, perUser } from '../authentication/throttle.store.ts'
import type { Outcome } from '../records/bulk.ts'
import type { SentFields } from '../records/saves.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { findBoundsOf, lockBounds, usedWithin } from './agent-bounds.store.ts'
import { applyProposed } from './carry-out.ts'
import {
  blastRadiusOf,
  needsOfProposal,
  type Proposed,
  proposeNeeds,
  requireFewWaiting,
  requireNeeds,
  requireRoom,
  requireWaiting,
  requireWithinBounds,
  whatIs,
} from './proposals.rules.ts'
import {
  countWaitingOf,
  decideProposal,
  findProposal,
  insertProposal,
  lockProposal,
  type NewRecord,
  type ProposalRow,
  typesAmong,
} from './proposals.store.ts'

/** What an agent proposes, checked against the schemas; new records have no id yet. */
export interface Wish extends Proposed {
  reason: string
  /** Each with what is sent for it, or all by their ids alone. */
  records: readonly { id?: string | undefined; sent?: SentFields | undefined }[]
}

/**
 * Makes a proposal: does the change as a dry run in the name of who proposes, and keeps what it would do. Nothing else is
 * written.
 * @throws {Failure} `not_permitted` without the permissions or outside the bounds, `too_many` beyond them, and what the
 *   change itself would be refused with
 */
export async function propose(
  { db, areas }: Pick<Services, 'db' | 'areas'>,
  session: Session,
  wish: Wish,
): Promise<ProposalRow> {
  const { area, action, patch } = wish
  requirePermission(session, proposeNeeds)
  requireNeeds(session, needsOfProposal(wish, null))
  const key = session.key?.id ?? null
  const bounds = await findBoundsOf(db, session.user.id, key)
  requireWithinBounds(bounds, wish)
  const { ids, sent } = recordsOf(wish, session)
  requireRoom(bounds, await usedWithin(db, bounds, key), ids.length)
  requireFewWaiting(await countWaitingOf(db, session.user.id))

  const attempt = await countDryRun(db, session.user.id)
  await requireListed(db, session, area, ids)
  const { result, changes } = await dryRun(db, actorOf(session), (writing) =>
    applyProposed(areas, wish, writing, session, { ids, sent }),
  )
  refuseFailures(result, ids.length)
  const own = changesOf(area, ids, changes)
  if (own.length === 0) throw conflict('There is nothing to change. It may already be done.')
  const types = typesOf(area, own)
  requireNeeds(session, needsOfProposal(wish, types))
  const records = own.map((change) => recordOf(change, sent))
  requireFits(records)

  const id = newId()
  const { people, mails, sessions } = blastRadiusOf(area, own, result.mailed?.length ?? 0)
  await write(db, actorOf(session), async ({ tx, note }) => {
    await lockBounds(tx, bounds.id)
    requireRoom(bounds, await usedWithin(tx, bounds, key), records.length)
    requireFewWaiting(await countWaitingOf(tx, session.user.id))
    const row = {
      id,
      area,
      action,
      patch,
      reason: wish.reason,
      user_id: session.user.id,
      key_id: key,
      key_name: session.key?.name ?? null,
      records: records.length,
      people,
      person_types: types,
      mails,
      sessions,
    }
    await insertProposal(tx, row, records, proposalLimits.days)
    note({
      area: 'integrations',
      action: 'create',
      record: { id, title: whatIs(wish, records.length) },
      after: {
        area: kebabOf(area) as AuditArea,
        does: action,
        records: records.length,
        reason: wish.reason,
      },
    })
  })
  await attempt.uncount()
  return (await findProposal(db, id, { account: session.user.id })) as ProposalRow
}

/**
 * Counts a dry run of an account, until it has become a proposal: a refused one has cost as much.
 * @throws {Failure} `too_many` after so many refused ones within an hour
 */
async function countDryRun(db: Db, account: string): Promise<Attempt> {
  const { refusedPerHour: max } = proposalLimits
  const attempt = await countAttempt(db, perUser('dry-run', account, max, 60))
  if (attempt.wait === 0) return attempt
  await attempt.uncount()
  const said = say(
    '{max} proposals of this account were refused within an hour, which is the maximum. Try again in {minutes, plural, one {a minute} other {# minutes}}.',
    { max, minutes: Math.ceil(attempt.wait / 60) },
  )
  throw new Failure('too_many', said, { retryAfter: attempt.wait })
}

/** Withdraws a waiting proposal of one’s own. */
export async function withdraw(
  { db }: Pick<Services, 'db'>,
  session: Session,
  id: string,
): Promise<ProposalRow> {
  const of = { account: session.user.id }
  await write(db, actorOf(session), async ({ tx, note }) => {
    const row = isId(id) ? await findProposal(tx, id, of) : undefined
    if (!row) throw notFound('There is no such proposal.')
    await lockProposal(tx, id)
    const { status, area, action, records } = (await findProposal(tx, id, of)) as ProposalRow
    requireWaiting({ status, decided_by_name: row.decided_by_name })
    await decideProposal(tx, id, { status: 'withdrawn', by: session.user, reason: null })
    note({
      area: 'integrations',
      action: 'update',
      record: { id, title: whatIs({ area, action }, records) },
      before: { status: 'waiting' },
      after: { status: 'withdrawn' },
    })
  })
  return (await findProposal(db, id, of)) as ProposalRow
}

/** The ids of what is to be changed, each once, and what is sent for each; new records get theirs here. */
function recordsOf({ area, action, records }: Wish, session: Session) {
  const sent = new Map<string, SentFields>()
  for (const [place, record] of records.entries()) {
    const id = action === 'create' ? newId() : (record.id ?? '').toLowerCase()
    const path = record.sent ? `records.${place}.id` : `ids.${place}`
    if (!isId(id)) throw invalidField(path, 'must be the _id of a record')
    if (sent.has(id)) throw invalidField(path, 'must name each record once')
    sent.set(id, withMe(area, record.sent ?? {}, session))
  }
  return { ids: [...sent.keys()], sent }
}

/** `me` means who proposes, also for whoever approves. */
function withMe(area: ProposalArea, sent: SentFields, session: Session): SentFields {
  const fields: Readonly<Record<string, { kind: string }>> = areaFields[area]
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      value === 'me' && fields[name]?.kind === 'person' ? session.user.id : value,
    ]),
  )
}

const maxNamed = 20

/** Refuses a proposal of which a part can't be done, with the reason of each record. */
function refuseFailures({ failures }: Outcome, total: number): void {
  const [first] = failures
  if (!first) return
  const why = first.failure ?? notFound(first.message)
  if (total === 1) throw why
  throw new Failure(
    why.code,
    say('{failed} of {total} records can’t be changed like this. The first: {why}', {
      failed: failures.length,
      total,
      why: nested(why.said),
    }),
    { errors: failures.slice(0, maxNamed).map(({ id, message }) => ({ path: id, msg: message })) },
  )
}

/** One change of each record, as a creation may take several statements. */
function changesOf(
  area: ProposalArea,
  ids: readonly string[],
  changes: readonly Change[],
): Change[] {
  const table = tableOf(area) as RecordTable
  const wanted = new Set(ids)
  const byId = new Map<string, Change>()
  for (const change of changes) {
    const { id } = (change.after ?? change.before) as { id: string }
    if (change.table !== table || !wanted.has(id)) continue
    const before = byId.get(id)
    byId.set(id, before ? { ...change, before: before.before } : change)
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function typesOf(area: ProposalArea, changes: readonly Change[]): UserType[] | null {
  if (area !== 'users') return null
  const rows = changes.flatMap(({ before, after }) => [before, after]) as ({
    type: UserType
  } | null)[]
  return [...new Set(rows.flatMap((row) => row?.type ?? []))].sort()
}

/** Refuses users whom the account may not list in the words for those who don't exist. */
async function requireListed(
  db: Db,
  session: Session,
  area: ProposalArea,
  ids: readonly string[],
): Promise<void> {
  if (area !== 'users') return
  const listed = listedTypes(session)
  const types = await typesAmong(db, ids)
  if (!types.every((type) => listed.includes(type))) throw notFound('There is no such user.')
}

function recordOf(change: Change, sent: ReadonlyMap<string, SentFields>): NewRecord {
  const [line] = lineOf(change)
  const { id } = (change.after ?? change.before) as { id: string }
  const seen = change.before as (SeenRecord & { version?: number }) | null
  return {
    record_id: id,
    title: line?.title ?? '',
    seen: seen && { updated_at: seen.updated_at, version: seen.version ?? null },
    sent: (sent.get(id) ?? {}) as Record<string, unknown>,
    before: line?.before as Record<string, unknown> | null,
    after: line?.after as Record<string, unknown> | null,
  }
}

function requireFits(records: readonly NewRecord[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(records))
  if (bytes <= proposalLimits.bytes) return
  throw new Failure(
    'too_large',
    say(
      'This proposal has {bytes} bytes with its records, and at most {max} are kept. Propose fewer records at once.',
      {
        bytes,
        max: proposalLimits.bytes,
      },
    ),
  )
}
