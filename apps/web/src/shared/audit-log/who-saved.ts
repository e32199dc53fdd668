import { referenceOf, textOf, timeOf } from '../../api/read.ts'
import { listed } from '../../ui/format/locale.ts'
import { askAuditLog, useAuditLog } from './audit-log.queries.ts'

/** As many changes as are looked at. */
const most = '20'

/**
 * Tells who has saved a record since it was loaded, by the audit log; undefined where that isn't there
 * to be read.
 * @returns tells their names in a phrase, null where they aren't known; it doesn't fail
 */
export function useWhoSaved():
  | { whoSaved: (base: { _id?: unknown; updatedAt?: unknown }) => Promise<string | null> }
  | undefined {
  return useAuditLog() ? { whoSaved } : undefined
}

async function whoSaved(base: { _id?: unknown; updatedAt?: unknown }): Promise<string | null> {
  const record = textOf(base._id)
  const loaded = timeOf(base.updatedAt)
  if (record === null) return null
  try {
    const query = { record, page: '1', limit: most, sort: '-at' }
    const { rows } = await askAuditLog(query).queryFn({ signal: new AbortController().signal })
    const since = rows.filter(({ record: { at } }) => loaded === null || (timeOf(at) ?? 0) > loaded)
    // Without the time of loading, only the newest is known to be newer.
    const newer = loaded === null ? since.slice(0, 1) : since
    const names = new Set(newer.map(({ record: { actor } }) => referenceOf(actor)?.name ?? null))
    names.delete(null)
    const [first, second, ...others] = [...names] as string[]
    if (first === undefined) return null
    if (second === undefined) return first
    return listed(others.length > 0 ? [first, 'others'] : [first, second])
  } catch {
    return null
  }
}
