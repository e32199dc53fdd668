import { queryOptions, useQuery } from '@tanstack/react-query'
import { askAuditLog, auditLogKey, comings, isGone, useAuditLog } from './audit-log.queries.ts'

/** Records that are asked about together, and the answer for all of them. */
interface Batch {
  records: Set<string>
  gone: Promise<ReadonlySet<string>>
}

let open: Batch | null = null

/** As many records as the server takes in one question. */
const most = 100

/** Asks about a record together with all that are asked about in the same moment. */
async function askGone(record: string): Promise<boolean> {
  if (!open || open.records.size >= most) {
    const records = new Set<string>()
    const begun = Promise.resolve().then(() => {
      if (open?.records === records) open = null
      return goneAmong([...records])
    })
    open = { records, gone: begun }
  }
  open.records.add(record)
  return (await open.gone).has(record)
}

/** Which of some records are deleted, by the entries that deleted them or brought them back. */
async function goneAmong(records: string[]): Promise<ReadonlySet<string>> {
  const query = { record: records, action: [...comings], page: '1', limit: '100', sort: '-at' }
  const { signal } = new AbortController()
  const { rows } = await askAuditLog(query).queryFn({ signal })
  const entries = rows.map(({ record }) => record)
  return new Set(records.filter((id) => isGone(entries.filter(({ record }) => record?._id === id))))
}

const goneOptions = (record: string) =>
  queryOptions({
    queryKey: [auditLogKey, { record }, 'gone'] as const,
    queryFn: () => askGone(record),
    staleTime: 60_000,
  })

/**
 * Whether a record is deleted, as the audit log tells; all that are drawn at once are one question.
 * @returns undefined until it is known
 */
export function useIsGone(record: string | null): boolean | undefined {
  const has = useAuditLog()
  return useQuery({ ...goneOptions(record ?? ''), enabled: has && record !== null }).data
}
