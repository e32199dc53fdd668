import type { Db } from '../../db/connection/connection.ts'
import type { Actor } from '../../db/write/audit.ts'
import { countInEntries, eraseFromEntries, eraseOldValues } from '../audit-log/erase.store.ts'
import type { ErasedPerson } from '../audit-log/erasure-values.store.ts'
import { type Identifiers, isFullName, isLongEnough, isTelling } from './identifiers.ts'

/** What leaves the audit log, whose entries stay: whatever is theirs, and mentions that can only mean this person. */
const erasedOf = (
  person: string,
  { names, addresses, networks, isOnlyOne }: Identifiers,
  content: boolean,
): ErasedPerson => ({
  person,
  names: isOnlyOne ? names.filter(isFullName) : [],
  addresses: [...addresses.filter(isTelling), ...networks.filter(isLongEnough)],
  content,
})

/**
 * Erases a person from a batch of entries behind `after`, in the caller's transaction.
 * @returns the last entry that was looked at, null at the end of the log, and how many lost something
 */
export const eraseFromAuditLog = (
  tx: Db,
  actor: Actor,
  what: { person: string; identifiers: Identifiers; content: boolean },
  after: number,
): Promise<{ last: number | null; entries: number }> =>
  eraseFromEntries(tx, actor, erasedOf(what.person, what.identifiers, what.content), after)

/** How many values would leave the audit log; reads all of it. */
export async function countInAuditLog(
  db: Db,
  person: string,
  identifiers: Identifiers,
): Promise<number> {
  const counts = await countInEntries(db, erasedOf(person, identifiers, false))
  return Object.values(counts).reduce((sum, n) => sum + n, 0)
}

/**
 * Erases names, addresses and IP addresses from entries older than so many days; the entries stay.
 * @param days null to keep them
 * @returns from how many entries
 */
export async function forgetOldValues(
  db: Db,
  days: number | null,
  stopping: AbortSignal,
): Promise<number> {
  let entries = 0
  let after: number | null = days === null ? null : 0
  while (after !== null && days !== null && !stopping.aborted) {
    const from = after
    const batch = await db
      .transaction()
      .execute((tx) => eraseOldValues(tx, { system: 'trash' }, days, from))
    entries += batch.entries
    after = batch.last
  }
  return entries
}
