import type { Route } from '@steward/contract/calls/route'
import { can, type Permission, permissionWords } from '@steward/contract/permissions/permissions'
import { notPermitted } from './common-failures.ts'
import { Failure } from './failure.ts'
import type { Session, Staff } from './session.ts'

/**
 * Decides whether a person may make a call at all. Where any one of several permissions will do,
 * the handler asks for the one that decides.
 * @throws {Failure} `second_factor_missing`; `not_permitted`, naming the permission
 */
export function authorize(
  session: Session,
  { needs, beforeSecondFactor, byItself }: Pick<Route, 'needs' | 'beforeSecondFactor' | 'byItself'>,
): void {
  if (session.secondFactorMissing && !beforeSecondFactor) {
    throw new Failure(
      'second_factor_missing',
      'Your role requires a second factor. Set one up in your profile to continue.',
    )
  }
  if (typeof needs === 'string') return
  if (needs.length === 1 && !byItself) requirePermission(session, needs[0])
  else requireAnyPermission(session, needs)
}

/** Refuses whoever holds none of some permissions. @throws {Failure} `not_permitted` */
export function requireAnyPermission(
  staff: Pick<Staff, 'permissions'>,
  needs: readonly [Permission, ...Permission[]],
): void {
  if (!needs.some((permission) => hasPermission(staff, permission))) denyPermission(needs[0])
}

/** The check of specification section 5 for a member of staff. */
export const hasPermission = (staff: Pick<Staff, 'permissions'>, permission: Permission): boolean =>
  can(staff.permissions, permission.module, permission.submodule, permission.action)

/** Lets a person go on if they hold a permission, and counts that it did. @throws {Failure} `not_permitted` */
export function requirePermission(session: Session, permission: Permission): void {
  if (!hasPermission(session, permission)) denyPermission(permission)
  session.used(permission)
}

/** Refuses for want of a permission; `data` names it, so that a screen can say who can grant it. */
export function denyPermission(permission: Permission): never {
  throw new Failure(
    'not_permitted',
    `You need the permission “${permissionWords(permission)}” for this. An owner or somebody who can update roles can grant it.`,
    { data: { permission } },
  )
}

/**
 * Step-up: refuses whoever has not signed in, or proved again who they are, within the last 10
 * minutes. To be asked last, once nothing else stands in the way of the call.
 * @throws {Failure} `step_up_required`
 */
export function requireStepUp({ steppedUp }: Session): void {
  if (steppedUp) return
  throw new Failure(
    'step_up_required',
    'Please confirm that it’s you with your password or a passkey: this changes who has access, and you signed in more than 10 minutes ago.',
  )
}

/** Refuses what would change something to a person who impersonates a role. @throws {Failure} `not_permitted` */
export function denyWhileImpersonating({ impersonation }: Session): void {
  if (!impersonation) return
  throw notPermitted(
    `You are viewing as the role “${impersonation.name}”, which is read-only. Exit this view to make changes.`,
  )
}
