import type { BodyOf } from '@steward/contract/calls/endpoints'
import { lentArea, makesRecords } from '@steward/contract/loans/lendable'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import type { Permission } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'
import type { Said } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { tableOf } from '../../db/schema/tables.ts'
import type { AuditEvent } from '../../db/write/audit-lines.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { denyPermission, hasPermission } from '../../http/authorize.ts'
import { conflict, invalidField, notFound, notPermitted } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId, newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { withinGranters } from '../roles/active-staff.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import type { StaffServices } from '../roles/staff.store.ts'
import {
  granted,
  mayEnd,
  maySee,
  permissionOfLoan,
  readerOf,
  requireAsked,
  requireRoom,
  whatIs,
} from './loans.rules.ts'
import {
  type Asked,
  countAsked,
  declineLoan,
  endLoan,
  endWhereGranterLost,
  findActive,
  findLoan,
  findTitles,
  grantLoan,
  insertLoan,
  type LoanRow,
  loansConcerning,
  lockLoan,
  type NewLoan,
  type SeeingReader,
  withdrawLoan,
} from './loans.store.ts'

type Work = Pick<Services, 'db'>

/** Who somebody is to the loans of which they ask, with those that concern them by records that they see. */
export async function seeingReader(db: Db, session: Session, asked: Asked): Promise<SeeingReader> {
  const reader = readerOf(session)
  if (reader.owner) return { ...reader, seen: null }
  const loans = await loansConcerning(db, reader, asked)
  // The records by themselves, as Citus joins none that are distributed to loans.
  const seen = new Set<string>()
  for (const [area, some] of Map.groupBy(loans, (loan) => loan.area)) {
    const ids = [...new Set(some.flatMap(({ records }) => records ?? []))]
    for (const id of await seenOf(db, session, area, ids)) seen.add(id)
  }
  const isOfSeen = ({ records }: (typeof loans)[number]) =>
    records === null || records.some((id) => seen.has(id))
  return { ...reader, seen: loans.filter(isOfSeen).map(({ id }) => id) }
}

/** Which of these records somebody may list. */
async function seenOf(
  db: Db,
  session: Session,
  area: LoanRow['area'],
  ids: readonly string[],
): Promise<string[]> {
  const found = await findTitles(db, area, ids, session.scope)
  return found.filter((record) => record.seen && maySee(session, area, record)).map(({ id }) => id)
}

/** A loan that somebody may see; throws a Failure `not_found`. */
export async function visibleLoan(db: Db, session: Session, id: string): Promise<LoanRow> {
  const row = isId(id) ? await findLoan(db, id, await seeingReader(db, session, { id })) : undefined
  if (!row) throw notFound('There is no such request.')
  return row
}

/** The entry of the audit log about a loan, in the account of whom it is for; `isOfLoan` tells it by its text. */
const eventOf = (
  row: { user_id: string; user_name: string } & Parameters<typeof whatIs>[0],
  did: string,
  more: string | null = null,
): AuditEvent => ({
  action: 'update',
  area: 'accounts',
  record: { id: row.user_id, title: row.user_name },
  detail: [`${did}: ${whatIs(row)}`, more].filter(Boolean).join('. '),
})

/** Whether a permission that somebody holds is for all these records, and not only for others. */
async function isHeldFor(
  db: Db,
  { scope }: Session,
  wanted: Permission,
  area: LoanRow['area'],
  ids: readonly string[] | null,
): Promise<boolean> {
  if (!scope || !ids) return true
  return (await scope.permittedOf(db, tableOf(area), ids, wanted)).length === ids.length
}

/** Asks for a permission that one doesn't hold, or not for these records, which one has to see. */
export async function ask(
  { db }: Work,
  session: Session,
  body: BodyOf<'loans.ask'>,
): Promise<LoanRow> {
  const area = lentArea(body)
  if (!area) throw invalidField('action', 'can’t be on loan')
  const wanted = permissionOfLoan(body)
  const ids = body.records ?? null
  if (hasPermission(session, wanted) && (await isHeldFor(db, session, wanted, area, ids))) {
    throw conflict('You have this permission already. Reload the page.')
  }
  if (makesRecords(wanted) && ids) throw invalidField('records', 'must be left out for new records')
  if (!makesRecords(wanted) && !ids) throw invalidField('records', 'is required')
  const { module, submodule, action } = wanted
  const row: NewLoan = {
    id: newId(),
    user_id: session.user.id,
    area,
    module,
    submodule,
    action,
    record_ids: ids,
    reason: body.reason,
    minutes: body.minutes,
    one_use: body.oneUse,
  }
  await write(db, actorOf(session), async ({ tx, note }) => {
    requireRoom(await countAsked(tx, session.user.id))
    if (ids) await mustSee(tx, session, area, ids)
    await insertLoan(tx, row, loanLimits.hoursToAnswer)
    note(eventOf({ ...row, user_name: session.user.name }, 'Asked for', body.reason))
  })
  return await visibleLoan(db, session, row.id)
}

/** Refuses records that aren't there, or that somebody may not list, alike. */
async function mustSee(
  tx: Db,
  session: Session,
  area: LoanRow['area'],
  ids: readonly string[],
): Promise<void> {
  const seen = await seenOf(tx, session, area, ids)
  if (seen.length < ids.length) throw notFound('One of these records isn’t there.')
}

/**
 * Grants a request, for as long and on as many records as was asked for, or less. Of two decisions at once the first
 * counts.
 * @throws {Failure} `not_permitted` for who asked, for a key, and without the permission by a role of one's own
 */
export const grant = (
  services: Work,
  session: Session,
  id: string,
  body: BodyOf<'loans.grant'>,
): Promise<LoanRow> =>
  decide(services, session, id, async ({ tx, note }, row) => {
    const { minutes, ids } = granted(row, body)
    await requireHeldFor(tx, session, { ...row, record_ids: ids })
    await grantLoan(tx, id, { by: session.user, minutes, ids, reason: body.reason })
    note(eventOf({ ...row, record_ids: ids }, `Granted for ${minutes} minutes`, body.reason))
  })

/** Refuses to lend a permission for records that it isn't for where who grants has it. */
async function requireHeldFor(tx: Db, session: Session, row: LoanRow): Promise<void> {
  if (await isHeldFor(tx, session, permissionOfLoan(row), row.area, row.record_ids)) return
  throw notPermitted(
    'You have this permission for some of these records only. Leave out the others.',
  )
}

export const decline = (
  services: Work,
  session: Session,
  id: string,
  reason: string,
): Promise<LoanRow> =>
  decide(services, session, id, async ({ tx, note }, row) => {
    await declineLoan(tx, id, session.user, reason)
    note(eventOf(row, 'Declined', reason))
  })

async function decide(
  { db }: Work,
  session: Session,
  id: string,
  work: (writing: WriteTransaction, row: LoanRow) => Promise<void>,
): Promise<LoanRow> {
  if (session.key) throw notPermitted('Only a person can decide about a request.')
  return await change(db, session, id, async (writing, row) => {
    requireAsked(row)
    if (row.user_id === session.user.id) {
      throw notPermitted('Somebody else has to decide about your own request.')
    }
    // Locked, so that nobody takes the permission away at the same moment.
    const authorities = await lockAuthorities(writing, session, {})
    const wanted = permissionOfLoan(row)
    if (!hasPermission(authorities.session, wanted)) denyPermission(wanted)
    await work(writing, row)
  })
}

export const withdraw = ({ db }: Work, session: Session, id: string): Promise<LoanRow> =>
  change(db, session, id, async ({ tx, note }, row) => {
    if (row.user_id !== session.user.id) throw notFound('There is no such request.')
    requireAsked(row)
    await withdrawLoan(tx, id)
    note(eventOf(row, 'Withdrew'))
  })

/** Ends a loan by hand. */
export const end = ({ db }: Work, session: Session, id: string): Promise<LoanRow> =>
  change(db, session, id, async ({ tx, note }, row) => {
    if (!mayEnd(session, row)) {
      throw notPermitted(
        'Only who has this on loan, who granted it or who can update roles can end it.',
      )
    }
    if (row.status !== 'active') throw conflict('This isn’t on loan any more.')
    await endLoan(tx, id, session.user)
    note(eventOf(row, 'Ended'))
  })

/** Locks a loan that somebody may see, changes it, and returns it. */
async function change(
  db: Db,
  session: Session,
  id: string,
  work: (writing: WriteTransaction, row: LoanRow) => Promise<void>,
): Promise<LoanRow> {
  await visibleLoan(db, session, id)
  return await write(db, actorOf(session), async (writing) => {
    await lockLoan(writing.tx, id)
    await work(writing, await visibleLoan(writing.tx, session, id))
    return await visibleLoan(writing.tx, session, id)
  })
}

const lostPermission: Said = msg('Who granted it has lost the permission')

/**
 * Ends for good what was granted by people who have lost the permission since, or have it for other records only; it
 * permits nothing before that either.
 */
export async function endLoansOfGranters({ db, scopeOf }: StaffServices): Promise<void> {
  await write(db, { system: 'loans' }, async ({ tx, note }) => {
    const active = await findActive(tx)
    const kept = new Set((await withinGranters({ db: tx, scopeOf }, active)).map(({ id }) => id))
    const beyond = active.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
    for (const row of await endWhereGranterLost(tx, beyond)) {
      note(eventOf({ ...row, record_ids: null }, 'Ended', String(lostPermission)))
    }
  })
}
