import {
  holds,
  type Permission,
  type PermissionModule,
  permission,
  permissionModules,
  permissionWords,
} from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { hasPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'
import { joinWithAnd } from '../../pluralize.ts'

/** The permission matrix with every flag; all are true for the owner role. */
export const permissionsOf = (
  stored: readonly PermissionModule[],
  system: boolean,
): PermissionModule[] => permissionModules((permission) => system || holds(stored, permission))

/** The permissions that both roles grant. */
export const impersonatedPermissions = (
  own: readonly PermissionModule[],
  role: readonly PermissionModule[],
): PermissionModule[] =>
  permissionModules((permission) => holds(own, permission) && holds(role, permission))

/** The types of users that somebody may list (contract, last table). */
export const listedTypes = (staff: Pick<Staff, 'permissions'>): UserType[] =>
  userTypes.filter((type) => hasPermission(staff, permission('Users', userSubmodule[type], 'list')))

/** Names the first three permissions, and how many others there are. */
export function inWords(permissions: readonly Permission[]): string {
  const names = permissions.slice(0, 3).map((each) => `“${permissionWords(each)}”`)
  const others = permissions.length - names.length
  return joinWithAnd(others > 0 ? [...names, `${others} more`] : names)
}

/** Throws a Failure `not_permitted` at `path` where granted permissions in `beyond` aren't held. */
export function mustHoldWhatIsGranted(beyond: readonly Permission[], path: string): void {
  if (beyond.length === 0) return
  throw new Failure(
    'not_permitted',
    `You can’t grant ${inWords(beyond)} because you don’t have it yourself. Remove it, or ask somebody who has it, such as an owner.`,
    {
      errors: beyond.map((each) => ({
        msg: `You don’t have “${permissionWords(each)}” yourself.`,
        path,
      })),
      data: { permissions: beyond },
    },
  )
}
