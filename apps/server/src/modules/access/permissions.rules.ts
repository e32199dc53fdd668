import {
  can,
  type Permission,
  type PermissionModule,
  permissionModules,
  permissionWords,
} from '@steward/contract/permissions/permissions'
import { Failure } from '../../http/failure.ts'
import { joinWithAnd } from '../../pluralize.ts'

/**
 * What a role permits: every flag of the catalogue, all of them for the owner role.
 * @param stored the modules as the role was saved; what the catalogue doesn't know is left out
 */
export function permissionsOf(
  stored: readonly PermissionModule[],
  system: boolean,
): PermissionModule[] {
  return permissionModules(
    ({ module, submodule, action }) => system || can(stored, module, submodule, action),
  )
}

/**
 * What a person holds who impersonates a role: what both they and the role hold. Nobody sees more by
 * impersonation than they may see themselves.
 */
export function impersonatedPermissions(
  own: readonly PermissionModule[],
  role: readonly PermissionModule[],
): PermissionModule[] {
  return permissionModules(
    ({ module, submodule, action }) =>
      can(own, module, submodule, action) && can(role, module, submodule, action),
  )
}

/** Permissions in a sentence: the first three by name, of the others how many. */
export function inWords(permissions: readonly Permission[]): string {
  const names = permissions.slice(0, 3).map((each) => `“${permissionWords(each)}”`)
  const others = permissions.length - names.length
  return joinWithAnd(others > 0 ? [...names, `${others} more`] : names)
}

/**
 * Nobody can grant a permission that they do not hold (contract, Rules).
 * @param beyond what would be granted and is not held
 * @param path the field that grants it
 * @throws {Failure} `not_permitted`
 */
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
