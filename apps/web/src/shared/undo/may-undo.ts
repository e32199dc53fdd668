import type { Several } from '@steward/contract/areas/area-permissions'
import { needsOfChange, type RecordChange } from '@steward/contract/areas/change-needs'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Job } from '@steward/contract/records/jobs'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import { useHasCall } from '../../api/missing-calls.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAuditLog } from '../audit-log/audit-log.queries.ts'
import { isChange, undoNeeds } from './undo-needs.ts'

type Entry = AuditEntry

/** What a person may take back of what an entry tells. */
export interface MayUndo {
  /** The entry by itself. */
  entry: boolean
  /** All that belongs together with it; the name of the batch. */
  batch: string | null
}

const nothing: MayUndo = { entry: false, batch: null }

/** Whether the person may take back anything at all, and the server can. */
export function useUndo(): boolean {
  const may = needsOf('auditLog.undo').some(useCan())
  const has = useHasCall('auditLog.undo')
  return useAuditLog() && has && may
}

/** Whether the person may take back what somebody did in a span of time, and the server can. */
export function useUndoSpan(): boolean {
  const has = useHasCall('auditLog.undoSpan')
  return useUndo() && has
}

/** Tells what the person may take back of what an entry tells. */
export function useMayUndo(): (entry: Entry) => MayUndo {
  const can = useCan()
  const undo = useUndo()
  return (entry) => {
    const batch = entry.batch
    // What else belongs to its batch, the server knows.
    if (undo && entry.action === 'update' && !isChange(entry)) return { entry: false, batch }
    if (!undo || !holds(undoNeeds(entry), can)) return nothing
    // New records of one batch stand in one entry, of which a record's own history shows its line.
    const isFrame = entry.action === 'create' && batch !== null
    const isMany = isFrame || entry.count > 1
    return { entry: !isMany && !entry.undoneBy, batch }
  }
}

/** Tells whether the person may take back all that a job or an import did, once that is over. */
export function useMayUndoJob(): (job: Job) => boolean {
  const can = useCan()
  const undo = useUndo()
  return ({ action, area, changed, status }) => {
    if (!undo || changed === 0 || (status !== 'done' && status !== 'cancelled')) return false
    if (action === 'undo') return true
    if (action === 'check' || action === 'purge') return false
    return holds(needsOfChange(area === 'members' ? 'users' : area, changesBack[action]), can)
  }
}

/** What becomes of the records of a job that is taken back. */
const changesBack: Record<Exclude<Job['action'], 'undo' | 'check' | 'purge'>, RecordChange> = {
  import: 'delete',
  delete: 'restore',
  restore: 'delete',
  status: { fields: ['status'] },
  feed: { fields: ['shoppingFeedStatus'] },
  role: { fields: ['role'] },
  keep: { fields: ['reportsHandled'] },
}

const holds = (needs: readonly Several[] | null, can: (permission: Permission) => boolean) =>
  needs?.every((any) => any.some(can)) ?? false
