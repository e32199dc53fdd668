import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { type AuditAction, recordActions } from '@steward/contract/audit-log/audit-log.routes'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { textOf } from '../../api/answers/read.ts'
import type { SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'
import { useMayCall } from '../permissions/may-call.ts'

export const auditLogKey = 'auditLog.list'

export const askAuditLog = (query: SentQuery) => listingOptions(auditLogKey, query)

/** The entries that a query finds, newest first unless it says otherwise; at most `limit`. */
export async function findEntries(
  query: SentQuery,
  limit: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<AuditEntry[]> {
  const page = askAuditLog({ page: '1', limit: String(limit), sort: '-at', ...query })
  const { rows } = await page.queryFn({ signal })
  return rows.map(({ record }) => record)
}

/** The filter that finds the other entries of an entry's record, else of its batch. */
export function amongOf({ record, batch }: AuditEntry): { record?: string[]; batch?: string[] } {
  if (record?._id) return { record: [record._id] }
  return batch === null ? {} : { batch: [batch] }
}

/** Whether the person may read the audit log and the server has one. */
export const useAuditLog = (): boolean => useMayCall(auditLogKey)

const historyPage = 10

/** The pages of a history, newest first: of a `record`, or of what an `actor` did. */
export const historyOptions = (of: { record: string } | { actor: string }) =>
  infiniteQueryOptions({
    queryKey: [auditLogKey, of, 'history'] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...of, page: String(pageParam), limit: String(historyPage), sort: '-at' }
      return askAuditLog(query).queryFn({ signal })
    },
    initialPageParam: 1,
    getNextPageParam: (last) => {
      const { page = 1, totalPages = 1 } = last.pagination ?? {}
      return page < totalPages ? page + 1 : null
    },
  })

export const newestChangesOptions = (count: number) =>
  askAuditLog({ page: '1', limit: String(count), sort: '-at', action: [...recordActions] })

export const recordNowOptions = (id: string) =>
  queryOptions({
    queryKey: [auditLogKey, { record: id }, 'now'] as const,
    queryFn: ({ signal }) => findEntries({ record: id }, 100, signal),
    select: recordNow,
  })

export const recordNow = (entries: readonly AuditEntry[]) => ({
  title: entries[0]?.record?.title ?? null,
  gone: isGone(entries),
  /** The record's currency when an entry, named by its `_id`, was written; null if unknown. */
  currencyAt: (id: string) => currencyAt(entries, id),
})
export type RecordNow = ReturnType<typeof recordNow>

export const comings: readonly AuditAction[] = ['create', 'delete', 'restore', 'purge', 'undo']

/** Whether a record is deleted by its audit entries, given newest first. */
export function isGone(entries: readonly AuditEntry[]): boolean {
  const last = entries.find(({ action }) => action && comings.includes(action))
  return (
    last?.action === 'delete' ||
    last?.action === 'purge' ||
    (last?.action === 'undo' && !last.after)
  )
}

/** The last known currency up to an entry, else the first one after it. */
function currencyAt(entries: readonly AuditEntry[], id: string): string | null {
  const at = entries.findIndex(({ _id }) => _id === id)
  if (at < 0) return null
  const upTo = entries.slice(at).flatMap(({ before, after }) => [after, before])
  const later = entries.slice(0, at).map(({ before }) => before)
  const currencies = [...upTo, ...later.reverse()].map((values) => textOf(values?.['currency']))
  return currencies.find((currency) => currency !== null) ?? null
}
