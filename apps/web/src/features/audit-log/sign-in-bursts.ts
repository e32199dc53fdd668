import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import type { AuditAction } from '@steward/contract/audit-log/audit-log.routes'
import { t } from '@steward/i18n/reader'
import { timeOf } from '../../api/answers/read.ts'

type Entry = AuditEntry

const signing: readonly AuditAction[] = ['sign-in', 'sign-in-failed', 'sign-out']

/** Milliseconds between two of one burst at most. */
const pause = 30 * 60_000

/** A failed sign-in has no actor, and its address may have no account. */
const accountOf = ({ record }: Entry) => record?._id ?? record?.title ?? null

/** Whether consecutive entries fold into one line: sign-ins of one account. */
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

/** How many of a burst failed; empty where none did, or the first line says so. */
export function failedWords(entries: readonly Entry[]): string {
  const failed = entries.filter(({ action }) => action === 'sign-in-failed').length
  // i18n: a number of sign-ins
  return failed === 0 || failed === entries.length ? '' : t('{count} failed', { count: failed })
}
