import type { AuditEntry } from '@steward/contract/system/audit-log'
import { type AuditAction, recordActions } from '@steward/contract/system/audit-log.routes'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { textOf } from '../../api/read.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

type Entry = AuditEntry

/** The key under which every question to the audit log stands. */
export const auditLogKey = 'auditLog.list'

/** Asks the audit log. */
export const askAuditLog = (query: SentQuery) => listingOptions(auditLogKey, query, 'entries')

/** The filter under which an entry stands among its like: its record, or its batch. */
export function amongOf(entry: Entry): { record?: string[]; batch?: string[] } {
  const [record, batch] = [entry.record?._id ?? null, entry.batch]
  if (record !== null) return { record: [record] }
  return batch === null ? {} : { batch: [batch] }
}

/** Whether the audit log is there to be read: permitted, and the server has one. */
export function useAuditLog(): boolean {
  const may = needsOf(auditLogKey).some(useCan())
  return useHasCall(auditLogKey) && may
}

/** Entries a page of a history. */
const historyPage = 10

/** A history, newest first, page by page: of a record (`record`), or of what somebody did (`actor`). */
export const historyOptions = (of: { record: string } | { actor: string }) =>
  infiniteQueryOptions({
    queryKey: [auditLogKey, of, 'history'] as const,
    queryFn: ({ pageParam, signal }) =>
      askAuditLog({
        ...of,
        page: String(pageParam),
        limit: String(historyPage),
        sort: '-at',
      }).queryFn({
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last) => {
      const { page = 1, totalPages = 1 } = last.pagination ?? {}
      return page < totalPages ? page + 1 : null
    },
  })

/** Recent changes of records, for a first look. */
export const newestChangesOptions = (count: number) =>
  askAuditLog({ page: '1', limit: String(count), sort: '-at', action: [...recordActions] })

/** What the newest entries of a record tell of it as it is. */
export interface RecordNow {
  /** As it is called now. */
  title: string | null
  gone: boolean
  /** Its currency at the time of an entry, given by its `_id`; null where no entry tells. */
  currencyAt: (entry: string) => string | null
}

/** A record as its own last hundred entries tell of it. */
export const recordNowOptions = (id: string) =>
  queryOptions({
    queryKey: [auditLogKey, { record: id }, 'now'] as const,
    queryFn: async ({ signal }): Promise<readonly Entry[]> => {
      const { rows } = await askAuditLog({
        record: id,
        page: '1',
        limit: '100',
        sort: '-at',
      }).queryFn({
        signal,
      })
      return rows.map(({ record }) => record)
    },
    select: recordNow,
  })

/** Reads a record as it is from its entries, the newest first. */
export function recordNow(entries: readonly Entry[]): RecordNow {
  return {
    title: entries[0]?.record?.title ?? null,
    gone: isGone(entries),
    currencyAt: (id) => currencyAt(entries, id),
  }
}

/** What makes a record come or go. */
export const comings: readonly AuditAction[] = ['create', 'delete', 'restore', 'purge', 'undo']

/** Whether a record's entries, the newest first, say that it is deleted. */
export function isGone(entries: readonly Entry[]): boolean {
  const last = entries.find(({ action }) => action && comings.includes(action))
  return (
    last?.action === 'delete' ||
    last?.action === 'purge' ||
    (last?.action === 'undo' && !last.after)
  )
}

/** What the newest of the entries up to one says of the currency, else the one after it. */
function currencyAt(entries: readonly Entry[], id: string): string | null {
  const at = entries.findIndex(({ _id }) => _id === id)
  if (at < 0) return null
  for (const { before, after } of entries.slice(at)) {
    const told = textOf(after?.['currency']) ?? textOf(before?.['currency'])
    if (told !== null) return told
  }
  for (const { before } of entries.slice(0, at).toReversed()) {
    const told = textOf(before?.['currency'])
    if (told !== null) return told
  }
  return null
}
