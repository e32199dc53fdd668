import { newId } from '../../ids.ts'
import type { Db } from '../connection/connection.ts'
import { type Actor, type Done, writeAudit } from './audit.ts'
import { type Loan, loanForChange, loanForEvent, NotLent, useLoans } from './loans.ts'

/**
 * Ends a write that loans have let through: counts their use, and writes entries that name them.
 * @throws {NotLent} for a change outside of the loans, and where one has ended meanwhile
 */
export async function writeUnderLoans(tx: Db, actor: Actor, done: Done): Promise<void> {
  const { changes, batches, events } = done
  if (batches.length > 0) throw new NotLent('Many new records at once are never on loan.')
  const changed = Map.groupBy(changes, (change) => loanForChange(actor.lent, change) as Loan)
  const noted = Map.groupBy(events, (event) => loanForEvent(actor.lent, event) as Loan)
  const loans = new Set([...changed.keys(), ...noted.keys()])
  await useLoans(
    tx,
    [...loans].map(({ id }) => id),
  )
  const batch = actor.batch ?? (loans.size > 1 ? newId() : undefined)
  for (const loan of loans) {
    const via = { ...actor.via, loan: { _id: loan.id, grantedBy: loan.grantedBy } }
    const part = { changes: changed.get(loan) ?? [], batches: [], events: noted.get(loan) ?? [] }
    await writeAudit(tx, { ...actor, ...(batch && { batch }), via }, part)
  }
}
