import { numberOf, textOf } from '../../api/read.ts'
import { listed } from '../../ui/format/locale.ts'
import { askAuditLog, useAuditLog } from './audit-log.queries.ts'

/** A record, as far as it tells what it is and which version. */
interface Version {
  _id?: unknown
  version?: unknown
}

/** As many saves as are looked at. */
const most = 20

/** Milliseconds that a person waits for the name, who is to be asked about what was typed. */
const longest = 2_000

/** Tells who has saved a record since it was opened; undefined where the audit log isn't there to be read. */
export function useWhoSaved(): { whoSaved: typeof whoSaved } | undefined {
  return useAuditLog() ? { whoSaved } : undefined
}

/** @returns their names in a phrase; null where they aren't known, or can't be asked for soon */
async function whoSaved(base: Version, saved: Version): Promise<string | null> {
  const soon = AbortSignal.timeout(longest)
  const late = new Promise<null>((done) => {
    soon.addEventListener('abort', () => done(null))
  })
  return await Promise.race([namesOf(base, saved, soon).catch(() => null), late])
}

async function namesOf(base: Version, saved: Version, signal: AbortSignal): Promise<string | null> {
  const record = textOf(base._id)
  if (record === null) return null
  // Each save is another version, and an entry.
  const saves = (numberOf(saved.version) ?? 1) - (numberOf(base.version) ?? 0)
  const limit = Math.min(most, Math.max(1, saves))
  const query = { record, page: '1', limit: String(limit), sort: '-at' }
  const { rows } = await askAuditLog(query).queryFn({ signal })
  const names = rows.flatMap(({ record: { actor } }) => actor?.name ?? [])
  const [first, second, ...others] = new Set(names)
  if (first === undefined) return null
  if (second === undefined) return first
  return listed(others.length > 0 ? [first, 'others'] : [first, second])
}
