import { queryOptions, useQuery } from '@tanstack/react-query'
import { auditLogKey, comings, findEntries, isGone, useAuditLog } from './audit-log.queries.ts'

const most = 100

/** The records asked about at the same time, as those of a page's rows are, and the answer for all of them. */
const asked = new Set<string>()
let answer: Promise<ReadonlySet<string>> | null = null

async function askGone(record: string): Promise<boolean> {
  asked.add(record)
  answer ??= Promise.resolve().then(goneAmongAsked)
  return (await answer).has(record)
}

async function goneAmongAsked(): Promise<ReadonlySet<string>> {
  const records = [...asked]
  asked.clear()
  answer = null
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
