import { queryOptions, useQuery } from '@tanstack/react-query'
import { auditLogKey, comings, findEntries, isGone, useAuditLog } from './audit-log.queries.ts'

interface Batch {
  records: Set<string>
  gone: Promise<ReadonlySet<string>>
}

let open: Batch | null = null

const most = 100

/** Whether a record is deleted; all questions asked at the same time are one request. */
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

async function goneAmong(records: string[]): Promise<ReadonlySet<string>> {
  const entries = await findEntries({ record: records, action: [...comings] }, most)
  return new Set(records.filter((id) => isGone(entries.filter(({ record }) => record?._id === id))))
}

const goneOptions = (record: string) =>
  queryOptions({
    queryKey: [auditLogKey, { record }, 'gone'] as const,
    queryFn: () => askGone(record),
    staleTime: 60_000,
  })

/** Whether a record is deleted, by the audit log (batched requests); undefined until known. */
export function useIsGone(record: string | null): boolean | undefined {
  const has = useAuditLog()
  return useQuery({ ...goneOptions(record ?? ''), enabled: has && record !== null }).data
}
