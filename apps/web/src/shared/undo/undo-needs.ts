import type { Several } from '@steward/contract/areas/area-permissions'
import type { AreaName } from '@steward/contract/areas/areas'
import {
  needsOfChange,
  type RecordChange,
  type TypesOfUser,
} from '@steward/contract/areas/change-needs'
import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { type AuditAction, recordActions } from '@steward/contract/audit-log/audit-log.routes'
import type { Job } from '@steward/contract/jobs/jobs'
import type { Permission } from '@steward/contract/permissions/permissions'
import { textOf } from '../../api/answers/read.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAuditLog } from '../audit-log/audit-log.queries.ts'
import { areaNameOf } from '../audit-log/words.ts'
import { useMayCall } from '../permissions/may-call.ts'

/** What is deleted for good can’t be brought back. */
export const undoableActions: readonly AuditAction[] = recordActions.filter(
  (action) => action !== 'purge',
)

/** Columns that are set along with others, so that they need no permission of their own. */
const along = new Set(['deletedAt', 'deletedBy', 'emailConfirmed'])

/** The permissions that an undo needs, one of each list; null if the entry can't be undone. */
function undoNeeds(entry: AuditEntry): Several[] | null {
  const area = areaNameOf(entry.area)
  const { action } = entry
  if (!area || entry.area === 'accounts' || !action || !undoableActions.includes(action))
    return null
  const change = changeBack(area, entry)
  return change && needsOfChange(area, change, typesIn(entry))
}

/** Whether an entry changed a record; one about a message to an author, for example, didn't. */
export const isChange = ({ before, after, count }: AuditEntry): boolean =>
  Boolean(before) || Boolean(after) || count > 1

const hasErasedFields = ({ erased = [] }: AuditEntry): boolean =>
  erased.some((part) => /^(before|after)\./.test(part))

/** The change that undoing an entry makes; null if the entry changed nothing. */
function changeBack(area: AreaName, entry: AuditEntry): RecordChange | null {
  if (!isChange(entry) || hasErasedFields(entry)) return null
  const { before, after } = entry
  if (!before) return 'delete'
  if (!after) return 'restore'
  const wasDeleted = area === 'roles' ? before['status'] === 'deleted' : before['deletedAt']
  if (wasDeleted) return 'delete'
  const fields = Object.keys(before).filter((field) => !along.has(field))
  return fields.length > 0 ? { fields } : null
}

/** The types of a user now and after the undo; undefined if the entry names none. */
function typesIn({ before, after }: AuditEntry): TypesOfUser | undefined {
  const [now, again] = [textOf((after ?? before)?.['type']), textOf(before?.['type'])]
  const types = [now, again].filter((type) => type !== null)
  return types.length > 0 ? (types as unknown as TypesOfUser) : undefined
}

interface MayUndo {
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
    // What is to be done to each record, only the server knows.
    if (action === 'undo' || action === 'proposal') return true
    if (action === 'check' || action === 'purge' || action === 'erase') return false
    return holds(needsOfChange(area === 'members' ? 'users' : area, changesBack[action]), can)
  }
}

/** The change that each record undergoes when a job of a given action is undone. */
const changesBack: Record<
  Exclude<Job['action'], 'undo' | 'proposal' | 'check' | 'purge' | 'erase'>,
  RecordChange
> = {
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
