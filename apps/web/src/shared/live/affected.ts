import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { QueryKey } from '@tanstack/react-query'
import { areaOf } from '../../api/local-write-tracker.ts'
import type { AreaChanges, Gathered } from './pending-changes.ts'

/** What each group of queries shows beside the area that it is called by. */
const follows: Readonly<Record<string, (area: AuditArea, changes: AreaChanges) => boolean>> = {
  'audit-log': () => true,
  dashboard: (area, { actions }) => area !== 'accounts' && [...actions].some(changesRecords),
  // Roles say how many people hold them.
  roles: (area) => area === 'users',
  accounts: (area) => area === 'users',
  permissions: (area) => area === 'roles',
  profile: (area) => area === 'accounts' || area === 'users',
  proposals: (area) => area === 'integrations',
  agentBounds: (area) => area === 'integrations',
  jobs: (_, { actions }) => actions.has('job') || actions.has('import'),
}

const changesRecords = (action: string): boolean =>
  !['sign-in', 'sign-in-failed', 'sign-out', 'session-end', 'export'].includes(action)

/** What an open form or a file that is being read must not lose to others' changes. */
const never = ['imports', 'trash', 'live']

/** Whether a query, by its key, follows changes at all: one that asks for a moment of the past (`asOf`) never does. */
export const isOfNow = (key: QueryKey): boolean =>
  !key.some((part) => typeof part === 'object' && part !== null && 'asOf' in part)

/** Whether what a query shows may have changed. */
export function isAffected(key: QueryKey, { areas, all }: Gathered): boolean {
  const group = areaOf(String(key[0]))
  if (!isOfNow(key) || never.includes(group)) return false
  if (all) return true
  for (const [area, changes] of areas) {
    if (group === area && namesOneOf(key, 'id', changes)) return true
    if (follows[group]?.(area, changes) && namesOneOf(key, 'record', changes)) return true
  }
  return false
}

/** Whether a query about one record, which it names, is about one of those that changed. */
function namesOneOf(key: QueryKey, field: string, { ids, many }: AreaChanges): boolean {
  const asked = key[1]
  const named =
    typeof asked === 'object' && asked !== null ? (asked as Record<string, unknown>)[field] : null
  if (typeof named !== 'string' || many) return true
  return ids.has(named)
}
