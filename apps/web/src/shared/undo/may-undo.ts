import type { Several } from '@steward/contract/areas/area-permissions'
import { needsOfChange, type RecordChange } from '@steward/contract/areas/change-needs'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Job } from '@steward/contract/records/jobs'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import { useHasCall } from '../../api/missing-calls.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAuditLog } from '../audit-log/audit-log.queries.ts'
import { useMayCall } from '../permissions/may-call.ts'
import { isChange, undoNeeds } from './undo-needs.ts'

export interface MayUndo {
  entry: boolean
  /** The batch's id, where the person may undo the whole batch; else null. */
  batch: string | null
}

const nothing: MayUndo = { entry: false, batch: null }

export function useUndo(): boolean {
  const may = useMayCall('auditLog.undo')
  return useAuditLog() && may
}

export function useUndoSpan(): boolean {
  const has = useHasCall('auditLog.undoSpan')
  return useUndo() && has
}

export function useMayUndo(): (entry: AuditEntry) => MayUndo {
  const can = useCan()
  const undo = useUndo()
  return (entry) => {
    const batch = entry.batch
    // An update without values is the entry of a batch, whose other entries only the server knows.
    if (undo && entry.action === 'update' && !isChange(entry)) return { entry: false, batch }
    if (!undo || !holds(undoNeeds(entry), can)) return nothing
    // The new records of a batch share one entry, of which a record's own history shows its part.
    const isFrame = entry.action === 'create' && batch !== null
    const isMany = isFrame || entry.count > 1
    return { entry: !isMany && !entry.undoneBy, batch }
  }
}

/** Returns whether the person may undo a finished job. */
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

/** The change that each record undergoes when a job of a given action is undone. */
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
