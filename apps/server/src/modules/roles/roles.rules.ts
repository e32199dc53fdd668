import {
  grantedBeyond,
  type Permission,
  type PermissionModule,
  permissionWords,
} from '@steward/contract/permissions/permissions'
import { conflict, notFound, notPermitted, unsafe } from '../../http/failure.ts'
import { pluralize } from '../../pluralize.ts'
import type { Authorities } from './authority.store.ts'
import { inWords, mustHoldWhatIsGranted, permissionsOf } from './permissions.rules.ts'
import type { RoleRecord } from './roles.store.ts'

/** Returns a role, deleted or not; throws a Failure `not_found` where there is none. */
export function mustExist<R>(role: R | undefined): R {
  if (!role) throw notFound('There is no such role.')
  return role
}

/** Checks that a role may be changed; throws a Failure `not_found` or `unsafe`. */
export function mustBeChangeable<R extends Pick<RoleRecord, 'name' | 'status' | 'system'>>(
  found: R | undefined,
): R {
  const role = mustExist(found)
  if (role.status === 'deleted') {
    throw notFound(`The role “${role.name}” has been deleted. Restore it first.`)
  }
  if (!role.system) return role
  throw unsafe(
    `The role “${role.name}” can’t be changed, deactivated or deleted. Create another role instead.`,
  )
}

/** Throws a Failure `not_permitted` where a role permits more than one's own. */
export function mustHoldRole({ session }: Pick<Authorities, 'session'>, role: RoleRecord): void {
  const [beyond] = grantedBeyond(role.permissions, session.permissions)
  if (!beyond) return
  throw notPermitted(
    `The role “${role.name}” has the permission “${permissionWords(beyond)}”, which you don’t have. Please ask somebody who does.`,
  )
}

export const holdsMore = ({ session }: Pick<Authorities, 'session'>, role: RoleRecord): boolean =>
  grantedBeyond(permissionsOf(role.permissions, role.system), session.permissions).length > 0

/**
 * Refuses to grant what one doesn't hold, to restrict one's own role, and to take from active people
 * what one doesn't hold.
 * @throws {Failure} `not_permitted` for a grant, otherwise `unsafe`
 */
export function requireMayPermit(
  { session, self }: Authorities,
  role: RoleRecord,
  modules: readonly PermissionModule[],
  activeHolders: number,
): void {
  const gained = grantedBeyond(modules, role.permissions)
  const unheld = grantedBeyond(modules, session.permissions).filter((p) => gained.includes(p))
  mustHoldWhatIsGranted(unheld, 'permissions')
  const lost = grantedBeyond(role.permissions, modules)
  if (role.id === self.role?.id && lost.length > 0) {
    throw unsafe(
      `You can’t remove ${inWords(lost)} from your own role. Ask somebody with another role, such as an owner.`,
    )
  }
  const beyond = grantedBeyond(role.permissions, session.permissions)
  mustHoldWhatOthersLose(
    beyond.filter((p) => lost.includes(p)),
    role,
    activeHolders,
  )
}

/**
 * Refuses to deactivate one's own role or one that permits more, and to give people by activation
 * what one doesn't hold.
 * @throws {Failure} `not_permitted` for a grant, otherwise `unsafe`
 */
export function requireMaySetStatus(
  { session, self }: Authorities,
  role: RoleRecord,
  status: 'active' | 'inactive',
  activeHolders: number,
): void {
  const beyond = grantedBeyond(role.permissions, session.permissions)
  if (status === 'active') {
    if (activeHolders > 0) mustHoldWhatIsGranted(beyond, 'status')
    return
  }
  if (role.id === self.role?.id) {
    throw unsafe(
      'You can’t deactivate your own role because it would lock you out. Ask somebody with another role, such as an owner.',
    )
  }
  mustHoldWhatOthersLose(beyond, role, activeHolders)
}

/** Checks that no active person has the role; throws a Failure `conflict` otherwise. */
export function mustNotBeHeld(role: RoleRecord, activeHolders: number): void {
  if (activeHolders === 0) return
  const who = `${pluralize(activeHolders, 'active admin')} ${activeHolders === 1 ? 'holds' : 'hold'}`
  throw conflict(
    `${who} the role “${role.name}”. Give them another role first, or deactivate the role instead.`,
  )
}

function mustHoldWhatOthersLose(
  beyond: readonly Permission[],
  role: RoleRecord,
  activeHolders: number,
): void {
  if (beyond.length === 0 || activeHolders === 0) return
  throw unsafe(
    `People with the role “${role.name}” have ${inWords(beyond)}, which you don’t, so you can’t take it from them. Ask somebody who has it, such as an owner.`,
  )
}
