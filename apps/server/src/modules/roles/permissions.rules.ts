import type { WholeRights } from '@steward/contract/permissions/conditions'
import { ownersRights, type Rights, rightsBeyond } from '@steward/contract/permissions/conditions'
import { rulesOfBoth } from '@steward/contract/permissions/joined-rights'
import {
  holds,
  type Permission,
  type PermissionModule,
  permission,
  permissionModules,
} from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { type Sentence, say } from '@steward/i18n/sentence'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { hasPermission, nameOf } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'

/** The permission matrix with every flag; all are true for the owner role. */
export const permissionsOf = (
  stored: readonly PermissionModule[],
  system: boolean,
): PermissionModule[] => permissionModules((permission) => system || holds(stored, permission))

/** The rights of somebody, with the flags as a session has them. */
export type StaffRights = WholeRights

/**
 * What both roles permit: the permissions of both, and for the screen the conditions and field rules of either. The scopes
 * of both decide which rows are seen.
 */
export const impersonatedRights = (own: Rights, role: Rights): StaffRights => ({
  permissions: permissionModules(
    (permission) => holds(own.permissions, permission) && holds(role.permissions, permission),
  ),
  conditions: [...own.conditions, ...role.conditions],
  fieldRules: rulesOfBoth(own.fieldRules, role.fieldRules),
})

type StoredRights = Pick<
  Selectable<Tables['roles']>,
  'permissions' | 'conditions' | 'field_rules' | 'system'
>

/** The rights that a row of roles gives. */
export const rightsOfRole = ({
  permissions,
  conditions,
  field_rules: fieldRules,
  system,
}: StoredRights): StaffRights =>
  system
    ? { ...ownersRights, permissions: permissionsOf([], true) }
    : { permissions: permissionsOf(permissions, false), conditions, fieldRules }

/** The roles that somebody can give to others: those that grant no more than their own role, and the owner role by owners alone. */
export const rolesToGive = <R extends StoredRights>(
  roles: readonly R[],
  staff: Pick<Staff, 'owner' | 'lasting'>,
): R[] =>
  roles.filter(
    (role) =>
      (staff.owner || !role.system) && rightsBeyond(rightsOfRole(role), staff.lasting).length === 0,
  )

/** The types of users that somebody may list (contract, last table). */
export const listedTypes = (staff: Pick<Staff, 'permissions'>): UserType[] =>
  userTypes.filter((type) => hasPermission(staff, permission('Users', userSubmodule[type], 'list')))

/** Names the first three permissions, and how many others there are. */
export function namesOf(permissions: readonly Permission[]): Sentence {
  const [first, second, third] = permissions.slice(0, 3).map(nameOf)
  const more = permissions.length - 3
  if (!second) return say('“{first}”', { first })
  if (!third) return say('“{first}” and “{second}”', { first, second })
  if (more <= 0) return say('“{first}”, “{second}” and “{third}”', { first, second, third })
  return say('“{first}”, “{second}”, “{third}” and {more} more', { first, second, third, more })
}

/** Throws a Failure `not_permitted` at `path` where granted permissions in `beyond` aren't held. */
export function mustHoldWhatIsGranted(beyond: readonly Permission[], path: string): void {
  if (beyond.length === 0) return
  throw new Failure(
    'not_permitted',
    say(
      'You can’t grant {permissions} because you don’t have it yourself. Remove it, or ask somebody who has it, such as an owner.',
      { permissions: namesOf(beyond) },
    ),
    {
      errors: beyond.map((each) => ({
        msg: say('You don’t have “{permission}” yourself.', { permission: nameOf(each) }),
        path,
      })),
      data: { permissions: beyond },
    },
  )
}
