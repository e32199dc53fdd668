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

/** What belongs to no list, and is shown to whoever may see all of them. */
const ofAll = ['words', 'consents'] as const satisfies AuditArea[]

/**
 * What a person may see; sign-ins, saved views, integrations and personal data need further permissions, and what belongs
 * to no list all of them. Deny by default.
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
  const all =
    visible.length === auditAreas.length - ofAll.length && types.length === userTypes.length
  const { scope } = staff
  return { areas: all ? [...visible, ...ofAll] : visible, types, all, scope }
}

/**
 * Whether an entry of this area and about people of these types may be shown to somebody whom nothing narrows, or where
 * `entriesSeen` has looked at the rest. The same condition as SQL is `visibleEntries`.
 */
export const mayShowEntry = (
  { area, person_types }: { area: AuditArea; person_types: readonly UserType[] | null },
  { all, areas, types }: Omit<Visible, 'scope'>,
): boolean =>
  all ||
  (areas.includes(area) &&
    (area !== 'users' ||
      types.length === userTypes.length ||
      (person_types?.every((type) => types.includes(type)) ?? false)))
