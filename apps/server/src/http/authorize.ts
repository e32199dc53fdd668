import { can, type Permission, permissionName } from '@steward/contract/permissions'
import type { Needs } from '@steward/contract/route'
import { Failure } from './failure.ts'
import type { Session } from './session.ts'

/**
 * Decides whether a person may make a call.
 * @returns the permission that lets them, null where a session alone is enough
 * @throws {Failure} `not_permitted`, naming the permission and who can grant it
 */
export function authorize(session: Session, needs: Exclude<Needs, 'public'>): Permission | null {
  if (needs === 'session') return null
  return needs.find((permission) => holds(session, permission)) ?? refuse(needs[0])
}

/** The check of specification section 5 for the person signed in. */
export const holds = (session: Session, permission: Permission): boolean =>
  can(session.permissions, permission.module, permission.submodule, permission.action)

/** Refuses for want of a permission. */
export function refuse(permission: Permission): never {
  throw new Failure(
    'not_permitted',
    `You need the permission “${permissionName(permission)}” for this. An owner, or staff who may update roles, can grant it.`,
  )
}
