import type { Rights } from '@steward/contract/permissions/conditions'
import { rightsBeyond } from '@steward/contract/permissions/conditions'
import type { Permission } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import { nameOf } from '../../http/authorize.ts'
import { conflict, notFound, notPermitted, unsafe } from '../../http/failure.ts'
import type { Authorities } from './authority.store.ts'
import { mustHoldWhatIsGranted, namesOf, rightsOfRole } from './permissions.rules.ts'
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
    throw notFound(
      say('The role “{role}” has been deleted. Restore it first.', { role: role.name }),
    )
  }
  if (!role.system) return role
  throw unsafe(
    say(
      'The role “{role}” can’t be changed, deactivated or deleted. Create another role instead.',
      { role: role.name },
    ),
  )
}

/** Throws a Failure `not_permitted` where a role permits more than one's own. */
export function mustHoldRole({ session }: Pick<Authorities, 'session'>, role: RoleRecord): void {
  const [beyond] = rightsBeyond(rightsOfRole(role), session.lasting)
  if (!beyond) return
  throw notPermitted(
    say(
      'The role “{role}” has the permission “{permission}”, which you don’t have. Please ask somebody who does.',
      { role: role.name, permission: nameOf(beyond) },
    ),
  )
}

export const holdsMore = ({ session }: Pick<Authorities, 'session'>, role: RoleRecord): boolean =>
  rightsBeyond(rightsOfRole(role), session.lasting).length > 0

/**
 * Refuses to grant what one doesn't hold, to restrict one's own role, and to take from active people
 * what one doesn't hold.
 * @throws {Failure} `not_permitted` for a grant, otherwise `unsafe`
 */
export function requireMayPermit(
  { session, self }: Authorities,
  role: RoleRecord,
  rights: Rights,
  activeHolders: number,
): void {
  const present = rightsOfRole(role)
  const gained = rightsBeyond(rights, present, true)
  const unheld = rightsBeyond(rights, session.lasting).filter((p) => gained.includes(p))
  mustHoldWhatIsGranted(unheld, 'permissions')
  const lost = rightsBeyond(present, rights, true)
  if (role.id === self.role?.id && lost.length > 0) {
    throw unsafe(
      say(
        'You can’t remove {permissions} from your own role. Ask somebody with another role, such as an owner.',
        { permissions: namesOf(lost) },
      ),
    )
  }
  const beyond = rightsBeyond(present, session.lasting)
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
  const beyond = rightsBeyond(rightsOfRole(role), session.lasting)
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
  throw conflict(
    say(
      '{count, plural, one {# active admin holds} other {# active admins hold}} the role “{role}”. Give them another role first, or deactivate the role instead.',
      { count: activeHolders, role: role.name },
    ),
  )
}

function mustHoldWhatOthersLose(
  beyond: readonly Permission[],
  role: RoleRecord,
  activeHolders: number,
): void {
  if (beyond.length === 0 || activeHolders === 0) return
  throw unsafe(
    say(
      'People with the role “{role}” have {permissions}, which you don’t, so you can’t take it from them. Ask somebody who has it, such as an owner.',
      { role: role.name, permissions: namesOf(beyond) },
    ),
  )
}
