import type { Several } from '@steward/contract/areas/area-permissions'
import type { AreaName } from '@steward/contract/areas/areas'
import type { TypesOfUser } from '@steward/contract/areas/change-needs'
import { needsOfChange, type RecordChange } from '@steward/contract/areas/change-needs'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import type { AuditAction } from '@steward/contract/system/audit-log.routes'
import { textOf } from '../../api/read.ts'
import { areaNameOf } from '../audit-log/words.ts'

export const undoableActions: readonly AuditAction[] = [
  'create',
  'update',
  'status',
  'image',
  'delete',
  'restore',
  'keep',
  'undo',
]

/** Columns that are set along with others, so that they need no permission of their own. */
const along = new Set(['deletedAt', 'deletedBy', 'emailConfirmed'])

/** The permissions that an undo needs, one of each list; null if the entry can't be undone. */
export function undoNeeds(entry: AuditEntry): Several[] | null {
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

/** The change that undoing an entry makes; null if the entry changed nothing. */
function changeBack(area: AreaName, entry: AuditEntry): RecordChange | null {
  if (!isChange(entry)) return null
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
