import type { AuditEntry } from '@steward/contract/system/audit-log'
import { FilterLink } from '../../ui/list/filters/filter-link.tsx'
import { amongOf } from './audit-log.queries.ts'

export const UndoneByLink = ({ entry }: { entry: AuditEntry }) => (
  <FilterLink
    to="/audit-log"
    search={{ ...amongOf(entry), from: entry.at, sort: 'at', open: entry.undoneBy ?? undefined }}
  >
    By a later entry
  </FilterLink>
)
