import { newId } from '../../ids.ts'
import type { Db } from '../connection/connection.ts'
import { type Actor, type Done, writeAudit } from './audit.ts'
import type { Loan } from './loan.ts'
import { loanForEvent, NotLent, useLoans } from './loans.ts'

/**
 * Writes the audit entries of a write: of what only a loan permits, entries that name it, whose use is counted.
 * @throws {NotLent} for an event outside of the loans by which the call was let through, and where a loan has ended
 */
export async function writeUnderLoans(tx: Db, actor: Actor, done: Done): Promise<void> {
  const { changes, batches, events } = done
  if (actor.lent?.length && batches.length > 0)
    throw new NotLent('Many new records at once are never on loan.')
  const changed = Map.groupBy(changes, ({ loan }) => loan)
  const noted = Map.groupBy(events, (event) => loanForEvent(actor.lent, event))
  const parts = [...new Set([...changed.keys(), ...noted.keys()])]
  const loans = parts.filter((loan) => loan !== undefined)
  if (loans.length === 0) return await writeAudit(tx, actor, done)
  await useLoans(
    tx,
    loans.map(({ id }) => id),
  )
  const batch = actor.batch ?? (parts.length > 1 ? newId() : undefined)
  for (const loan of parts) {
    await writeAudit(
      tx,
      { ...actor, ...(batch && { batch }), ...(loan && named(actor, loan)) },
      {
        changes: changed.get(loan) ?? [],
        batches: loan ? [] : batches,
        events: noted.get(loan) ?? [],
      },
    )
  }
}

const named = (actor: Actor, { id, grantedBy }: Loan) => ({
  via: { ...actor.via, loan: { _id: id, grantedBy } },
})
