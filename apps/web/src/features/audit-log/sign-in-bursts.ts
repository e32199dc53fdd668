import type { AuditEntry } from '@steward/contract/system/audit-log'
import type { AuditAction } from '@steward/contract/system/audit-log.routes'
import { timeOf } from '../../api/read.ts'
import { count } from '../../ui/format/locale.ts'

type Entry = AuditEntry

const signing: readonly AuditAction[] = ['sign-in', 'sign-in-failed', 'sign-out']

/** How far apart two of one burst may be, in milliseconds. */
const pause = 30 * 60_000

/** Whose account it is: nobody is signed in while a sign-in fails, and an address may be nobody's. */
const accountOf = ({ record }: Entry) => record?._id ?? record?.title ?? null

/** Whether two entries that follow each other fold into one line: a burst of sign-ins of one account. */
export function isOneBurst(one: Entry, next: Entry): boolean {
  const isSigning = ({ action }: Entry) => signing.some((each) => each === action)
  if (!isSigning(one) || !isSigning(next)) return false
  const [account, actor] = [accountOf(one), one.actor?._id]
  if (account === null || account !== accountOf(next)) return false
  const other = next.actor?._id
  if (actor !== undefined && other !== undefined && actor !== other) return false
  const [at, before] = [timeOf(one.at), timeOf(next.at)]
  return at !== null && before !== null && Math.abs(at - before) <= pause
}

/** How many of a burst failed; empty where none did, or where the line says so by its first one. */
export function failedWords(entries: readonly Entry[]): string {
  const failed = entries.filter(({ action }) => action === 'sign-in-failed').length
  return failed === 0 || failed === entries.length ? '' : `${count(failed)} failed`
}
