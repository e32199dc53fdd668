import type { AuditEntry } from '@steward/contract/system/audit-log'
import { timeOf } from '../../api/read.ts'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { amongOf } from './audit-log.queries.ts'

export function UndoneByLink({ entry }: { entry: AuditEntry }) {
  const at = timeOf(entry.at)
  const from = at === null ? undefined : new Date(at).toISOString()
  const open = entry.undoneBy ?? undefined
  return (
    <FilterLink to="/audit-log" search={{ ...amongOf(entry), from, sort: 'at', open }}>
      By a later entry
    </FilterLink>
  )
}
