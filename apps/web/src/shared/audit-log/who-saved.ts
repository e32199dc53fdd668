import type { AnyRecord } from '../../api/records.ts'
import { listed } from '../../ui/format/locale.ts'
import { findEntries, useAuditLog } from './audit-log.queries.ts'

const most = 20

/** How long a person waits for the name, in milliseconds. */
const longest = 2_000

/** The form option that finds who saved a record; undefined if the audit log may not be read. */
export function useWhoSaved(): { whoSaved: typeof whoSaved } | undefined {
  return useAuditLog() ? { whoSaved } : undefined
}

/** The names of those who saved the record, as a phrase; null if unknown or found too late. */
async function whoSaved(base: AnyRecord, saved: AnyRecord): Promise<string | null> {
  const soon = AbortSignal.timeout(longest)
  const late = new Promise<null>((done) => {
    soon.addEventListener('abort', () => done(null))
  })
  return await Promise.race([namesOf(base, saved, soon).catch(() => null), late])
}

async function namesOf(
  base: AnyRecord,
  saved: AnyRecord,
  signal: AbortSignal,
): Promise<string | null> {
  const saves = (saved.version ?? 1) - (base.version ?? 0)
  const limit = Math.min(most, Math.max(1, saves))
  const entries = await findEntries({ record: base._id }, limit, signal)
  const names = entries.flatMap(({ actor }) => actor?.name ?? [])
  const [first, second, ...others] = new Set(names)
  if (first === undefined) return null
  if (second === undefined) return first
  return listed(others.length > 0 ? [first, 'others'] : [first, second])
}
