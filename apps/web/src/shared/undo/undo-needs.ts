import type { AreaName } from '@steward/contract/areas'
import { areas } from '@steward/contract/areas'
import type { AuditEntry } from '@steward/contract/audit-log'
import type { AuditAction } from '@steward/contract/audit-log.routes'
import { importNeeds } from '@steward/contract/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions'
import { routes } from '@steward/contract/routes'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import { areaNameOf } from '../audit-log/words.ts'

type Entry = DeepPartial<AuditEntry>

/** What tells of a change that can be taken back. */
export const undoableActions: readonly AuditAction[] = [
  'create',
  'update',
  'status',
  'image',
  'delete',
  'restore',
  'undo',
]

/** The calls that make a change, where they aren't called as the change is. */
const calls: Partial<Record<AuditAction, Partial<Record<AreaName, keyof typeof routes>>>> = {
  status: {
    roles: 'roles.updateStatus',
    users: 'users.changeStatus',
    bills: 'bills.update',
    tasks: 'tasks.update',
    polls: 'polls.update',
    categories: 'categories.update',
  },
}

const userSubmodules: Readonly<Record<string, string>> = {
  admin: 'Admins',
  business: 'Business users',
  member: 'Members',
}

/**
 * The permissions of which any one lets a person make the change that an entry tells of, and so take
 * it back; which of them it is, the server decides.
 * @returns null for what can't be taken back at all, such as a sign-in or an export
 */
export function undoNeeds(entry: Entry): readonly Permission[] | null {
  const area = areaNameOf(entry.area)
  const { action } = entry
  if (!area || entry.area === 'accounts' || !action || !undoableActions.includes(action))
    return null
  const isMany = (numberOf(entry.count) ?? 0) > 1
  if (!entry.before && !entry.after && !isMany) return null
  if (action === 'undo') return needsOfUndo(area, entry)
  return needsOfAction(area, action, entry)
}

/** An undo is another change of the same kinds, which its two sides tell. */
function needsOfUndo(area: AreaName, entry: Entry): readonly Permission[] | null {
  const { before, after } = entry
  if (!after) return needsOfAction(area, 'delete', entry)
  if (!before) return needsOfAction(area, 'create', entry)
  const deletion = area === 'roles' ? before['status'] === 'deleted' : before['deletedAt']
  if (deletion) return needsOfAction(area, 'restore', entry)
  const isStatus = Object.keys(after).every((name) => /status$/i.test(name))
  return needsOfAction(area, isStatus ? 'status' : 'update', entry)
}

function needsOfAction(
  area: AreaName,
  action: AuditAction,
  entry: Entry,
): readonly Permission[] | null {
  if (area === 'users' && action === 'status' && entry.after && 'shoppingFeedStatus' in entry.after)
    return [permission('Users', 'Shopping feed', 'update')]
  const made = action === 'image' ? 'update' : action
  const call = calls[made]?.[area] ?? (`${area}.${made}` as keyof typeof routes)
  const imported = areas[area].imported[0]
  const cameByFile = entry.through === 'import' && area !== 'users'
  if (made === 'create' && imported && (cameByFile || !Object.hasOwn(routes, call)))
    return [importNeeds[imported]]
  const needs = Object.hasOwn(routes, call) ? routes[call].needs : null
  if (!Array.isArray(needs)) return null
  const submodule = userSubmodules[textOf((entry.after ?? entry.before)?.['type']) ?? '']
  const own = needs.filter((each: Permission) => each.submodule === submodule)
  return own.length > 0 ? own : (needs as Permission[])
}
