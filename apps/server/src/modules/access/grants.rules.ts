import {
  allPermissions,
  type PermissionModule,
  permissionName,
} from '@steward/contract/permissions'
import { holds } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { permissionsOf } from './roles.view.ts'

/**
 * Nobody hands out, or has a say over, more than they hold themselves (contract, Permission
 * modules).
 * @param what the person wants to do with the role
 * @throws {Failure} `not_permitted`, naming the first permission that they don't hold
 */
export function mustHoldAll(
  session: Session,
  role: { name: string; permissions: PermissionModule[]; system: boolean },
  what: 'grant' | 'change',
): void {
  if (session.owner) return
  if (role.system) {
    throw new Failure('not_permitted', `Only an owner can ${what} the role “${role.name}”.`)
  }
  const granted = permissionsOf(role.permissions, false)
  const beyond = allPermissions.find(
    (permission) => holds({ permissions: granted }, permission) && !holds(session, permission),
  )
  if (beyond) {
    throw new Failure(
      'not_permitted',
      `The role “${role.name}” permits “${permissionName(beyond)}”, which you don’t hold yourself. Please ask somebody who does.`,
    )
  }
}
