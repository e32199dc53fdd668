import type { HeldPermission, RolePermission } from '@steward/contract/access-review/access-review'
import type { BodySent } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { permissionText } from '../../shared/permissions/permission-text.ts'

/** Has the review loaded anew, and all else that says who may do what. */
export const reloadReview = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) =>
      /^(accessReview|loans|roles|temporaryRoles)\./.test(String(queryKey[0])),
  })

export type Reviewed = HeldPermission | RolePermission
export type OfRole = BodySent<'accessReview.giveBack'>['permissions'][number]

// i18n-ignore: the names of a permission
export const mayTakeAway = permission('Roles', 'Roles', 'update')

/** The permissions of roles that rows stand for, each once: whoever has the role loses them. */
export function ofRoles(rows: readonly Reviewed[]): OfRole[] {
  const all = rows.flatMap((row) => {
    const roles = 'role' in row ? [row.role] : row.sources.flatMap(({ role }) => role ?? [])
    return roles.map(({ _id }) => ({ role: _id, permission: row.permission }))
  })
  const key = ({ role, permission }: OfRole) => `${role} ${permissionText(permission)}`
  return [...new Map(all.map((each) => [key(each), each])).values()]
}
