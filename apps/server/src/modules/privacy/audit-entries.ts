import type { Db } from '../../db/connection/connection.ts'
import type { Actor } from '../../db/write/audit.ts'
import type { Identifiers } from './identifiers.ts'

/**
 * How personal values leave the audit log, whose entries stay. CONNECT: `modules/audit-log/erase.store.ts` has
 * `eraseFromEntries` and `countInEntries`; until these are called here, entries keep their values.
 */
export interface WhatOfEntries extends Pick<Identifiers, 'names' | 'addresses'> {
  person: string
  /** Whether what the person wrote goes, too. */
  content: boolean
}

/**
 * Erases a person from a batch of entries behind `after`, in the caller's transaction.
 * @returns the last entry that was looked at, null at the end of the log, and how many lost something
 */
export async function eraseFromAuditLog(
  _tx: Db,
  _actor: Actor,
  _what: WhatOfEntries,
  _after: number,
): Promise<{ last: number | null; entries: number }> {
  return { last: null, entries: 0 }
}

export async function countInAuditLog(_db: Db, _what: WhatOfEntries): Promise<number> {
  return 0
}

/**
 * Erases names, addresses and IP addresses from entries older than so many days; the entries stay. CONNECT, as above.
 * @param days null to keep them
 * @returns from how many entries
 */
export async function forgetOldValues(
  _db: Db,
  _days: number | null,
  _stopping: AbortSignal,
): Promise<number> {
  return 0
}
