import { type AuditEvent, auditAreaOf, personTypesIn } from '../db/audit-lines.ts'
import type { ImportedArea } from './fields.ts'

/** An import was begun; what it adds comes under the same batch. */
export const importBegun = ({ key, table }: ImportedArea, fileName: string): AuditEvent => ({
  action: 'import',
  area: auditAreaOf(table),
  personTypes: personTypesIn(key),
  detail: fileName.slice(0, 200),
})
