import type { AuditEntry } from '@steward/contract/system/audit-log'
import { type DeepPartial, textOf } from '../../api/read.ts'

/** The filter of the audit log under which an entry stands among its like: its record, or its batch. */
export function amongOf(entry: DeepPartial<AuditEntry>): { record?: string[]; batch?: string[] } {
  const record = textOf(entry.record?._id)
  if (record !== null) return { record: [record] }
  const batch = textOf(entry.batch)
  return batch === null ? {} : { batch: [batch] }
}
