import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { maxEventBytes } from './webhooks.rules.ts'

/** What an event tells of an entry, in the names of the contract. */
export interface EventData
  extends Pick<
    AuditEntry,
    | 'area'
    | 'action'
    | 'record'
    | 'actor'
    | 'role'
    | 'through'
    | 'before'
    | 'after'
    | 'detail'
    | 'batch'
    | 'via'
    | 'undoes'
    | 'count'
  > {
  /** The id of the entry in the audit log. */
  _id: string
  /** Of an entry about many records, such as a batch of an import, their ids. */
  records: readonly string[] | null
  /** Whether `before`, `after` and `detail` are left out since they are too large. */
  cut: boolean
}

/** The body of an event about an entry. */
export function eventBody(
  entry: AuditEntry,
  { records, seesDetails }: { records: readonly string[] | null; seesDetails: boolean },
): string {
  const { _id, area, action, record, count, batch, undoes } = entry
  const details = {
    actor: entry.actor,
    role: entry.role,
    through: entry.through,
    via: entry.via,
    before: entry.before,
    after: entry.after,
    detail: entry.detail,
  }
  const none = { ...nulls(details), through: entry.through }
  const data: EventData = {
    _id,
    area,
    action,
    record,
    count: records ? records.length : count,
    records,
    batch,
    undoes,
    ...(seesDetails ? details : none),
    cut: false,
  }
  const body = written(entry, data)
  if (Buffer.byteLength(body) <= maxEventBytes) return body
  return written(entry, { ...data, before: null, after: null, detail: null, cut: true })
}

const nulls = <T extends object>(of: T) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, null])) as { [K in keyof T]: null }

const written = (
  { area, action, at }: Pick<AuditEntry, 'area' | 'action' | 'at'>,
  data: EventData,
) => JSON.stringify({ type: `${area}.${action}`, timestamp: at, data })

/** The body of what the test button sends. */
export const testBody = (webhook: { id: string; name: string }, by: string, at: Date): string =>
  JSON.stringify({
    type: 'webhook.test',
    timestamp: at.toISOString(),
    data: { webhook: { _id: webhook.id, name: webhook.name }, by },
  })
