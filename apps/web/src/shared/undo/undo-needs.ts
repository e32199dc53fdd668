import type { Several } from '@steward/contract/areas/area-permissions'
import type { AreaName } from '@steward/contract/areas/areas'
import type { TypesOfUser } from '@steward/contract/areas/change-needs'
import { needsOfChange, type RecordChange } from '@steward/contract/areas/change-needs'
import type { AuditEntry } from '@steward/contract/system/audit-log'
import type { AuditAction } from '@steward/contract/system/audit-log.routes'
import { textOf } from '../../api/read.ts'
import { areaNameOf } from '../audit-log/words.ts'

type Entry = AuditEntry

/** What tells of a change that can be taken back. */
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

/** Fields that go with others, and are set with them again. */
const along = new Set(['deletedAt', 'deletedBy', 'emailConfirmed'])

/**
 * The permissions that taking an entry back needs, as the server decides it: of each list any one will do.
 * @returns null for what can't be taken back at all, such as a sign-in or an export
 */
export function undoNeeds(entry: Entry): Several[] | null {
  const area = areaNameOf(entry.area)
  const { action } = entry
  if (!area || entry.area === 'accounts' || !action || !undoableActions.includes(action))
    return null
  const change = changeBack(area, entry)
  return change && needsOfChange(area, change, typesIn(entry))
}

/** Whether an entry tells of a change: a message to an author, for example, stands by itself and is none. */
export const isChange = ({ before, after, count }: Entry): boolean =>
  Boolean(before) || Boolean(after) || count > 1

/** What becomes of the record of an entry that is taken back; null for no change. */
function changeBack(area: AreaName, entry: Entry): RecordChange | null {
  if (!isChange(entry)) return null
  const { before, after } = entry
  if (!before) return 'delete'
  if (!after) return 'restore'
  const wasDeleted = area === 'roles' ? before['status'] === 'deleted' : before['deletedAt']
  if (wasDeleted) return 'delete'
  const fields = Object.keys(before).filter((field) => !along.has(field))
  return fields.length > 0 ? { fields } : null
}

/** Of which types a user is now, and would be again. */
function typesIn({ before, after }: Entry): TypesOfUser | undefined {
  const [now, again] = [textOf((after ?? before)?.['type']), textOf(before?.['type'])]
  const types = [now, again].filter((type) => type !== null)
  return types.length > 0 ? (types as unknown as TypesOfUser) : undefined
}
