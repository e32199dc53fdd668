import { kebabOf } from '@steward/contract/areas/area-lists'
import { needsOf } from '@steward/contract/areas/area-permissions'
import { type Area, type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { type AuditArea, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { permission } from '@steward/contract/permissions/permissions'
import { shareNeeds } from '@steward/contract/saved-views/saved-views.routes'
import { viewedLists } from '@steward/contract/saved-views/viewed-lists'
import { type UserType, userTypes } from '@steward/contract/users/users'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { maySeeList } from '../saved-views/saved-views.rules.ts'
import type { Visible } from './audit-log.store.ts'

/**
 * What a person may see; sign-ins, saved views, integrations and personal data need further permissions, and the words of the community, which are of no
 * list, all of them. Deny by default.
 */
export function visibleTo(staff: Staff): Visible {
  const may = (name: AreaName) =>
    needsOf(contract[name] as Area, name, 'list').some((need) => hasPermission(staff, need))
  const listed = (Object.keys(contract) as AreaName[]).filter(may)
  const types = listedTypes(staff)
  const seen = listed.map((name) => kebabOf(name) as AuditArea)
  const sharesAll =
    hasPermission(staff, shareNeeds) && viewedLists.every((list) => maySeeList(staff, list))
  const visible: AuditArea[] = [
    ...seen,
    ...(types.includes('admin') ? (['accounts'] as const) : []),
    ...(sharesAll ? (['saved-views'] as const) : []),
    ...(hasPermission(staff, permission('System', 'Integrations', 'list'))
      ? (['integrations'] as const)
      : []),
    ...(hasPermission(staff, permission('System', 'Personal data', 'list'))
      ? (['personal-data'] as const)
      : []),
  ]
  const all = visible.length === auditAreas.length - 1 && types.length === userTypes.length
  return { areas: all ? [...visible, 'words'] : visible, types, all }
}

/** Whether an entry may be shown; the same condition as SQL is `visibleEntries`. */
export const mayShowEntry = (
  { area, person_types }: { area: AuditArea; person_types: readonly UserType[] | null },
  { all, areas, types }: Visible,
): boolean =>
  all ||
  (areas.includes(area) &&
    (area !== 'users' ||
      types.length === userTypes.length ||
      (person_types?.every((type) => types.includes(type)) ?? false)))
