import { rightsBeyond } from '@steward/contract/permissions/conditions'
import { grantedIn } from '@steward/contract/permissions/permissions'
import type { UserType } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import { conflict, Failure, invalidField, notFound, unsafe } from '../../http/failure.ts'
import type { Authorities, Authority, UserRecord } from '../roles/authority.store.ts'
import type { LastOwners } from '../roles/owners.store.ts'
import { mustHoldWhatIsGranted, namesOf, rightsOfRole } from '../roles/permissions.rules.ts'
import type { RoleRecord } from '../roles/roles.store.ts'

/** Throws a Failure `not_found` where a user doesn't exist or is deleted. */
export function mustExist(authority: Authority | undefined): Authority {
  if (!authority) throw notFound('There is no such user.')
  if (authority.user.deleted_at !== null) {
    throw notFound(
      say('{name} has been deleted. Restore the account first.', { name: authority.user.name }),
    )
  }
  return authority
}

/** Refuses to change a person with permissions that one doesn't hold; an owner has the most. */
export function mustNotOutrank({ session, self }: Authorities, target: Authority): void {
  const { user, role, rights } = target
  // Whoever has a further role until a time has more than what they can give on.
  if (user.id === self.user.id) return
  if (role?.system && !session.owner) {
    throw unsafe(
      say('{name} is an owner, so only an owner can change this account.', { name: user.name }),
    )
  }
  const beyond = rightsBeyond(rights, session.lasting)
  if (beyond.length === 0) return
  throw unsafe(
    say(
      '{name} has {permissions}, which you don’t, so you can’t change this account. Ask somebody who has it, such as an owner.',
      { name: user.name, permissions: namesOf(beyond) },
    ),
  )
}

/** Refuses to activate or give a role by an unconfirmed address, which may be somebody else's. */
export function mustBeConfirmed({ user }: Authority, confirmed: boolean): void {
  if (confirmed) return
  throw conflict(
    say(
      '{name} hasn’t confirmed their e-mail address yet. They can be approved once they have used the link in their e-mail. Registering again with the same address sends a new one.',
      { name: user.name },
    ),
  )
}

export interface After {
  type: UserType
  email: string | null
  role: RoleRecord | null
  status: UserRecord['status']
  deleted: boolean
  service: boolean
}

export function mustFitType({
  type,
  email,
  role,
  service,
}: Pick<After, 'type' | 'email' | 'role' | 'service'>): void {
  if (service) mustFitServiceAccount({ type, email, role })
  else if (type === 'admin' && email === null)
    throw invalidField('email', 'is required for an admin')
  if (type !== 'admin' && role) throw invalidField('role', 'can only be given to an admin')
}

/** A service account has no person: nobody signs in to it, or is told anything by mail, or owns the community. */
function mustFitServiceAccount({ type, email, role }: Pick<After, 'type' | 'email' | 'role'>) {
  if (type !== 'admin') throw invalidField('type', 'must stay admin for a service account')
  if (email !== null) throw invalidField('email', 'must be empty for a service account')
  if (role?.system) throw invalidField('role', 'can’t be that of owners for a service account')
}

/** Refuses another role for somebody whose role an identity provider decides about, but to who provisions for it. */
export function mustDecideHere(
  { session }: Pick<Authorities, 'session'>,
  { user, role, provider }: Authority,
  after: Pick<After, 'type' | 'role'>,
): void {
  if (!provider || provider.provisioner_id === session.user.id) return
  if (after.role?.id === role?.id && after.type === user.type) return
  throw unsafe(
    say('The role of {name} comes from “{provider}” and can only be changed there.', {
      name: user.name,
      provider: provider.name,
    }),
  )
}

/** Returns a role that is active and grants no more than one holds; else throws a Failure. */
export function requireMayGive({ session }: Authorities, role: RoleRecord | undefined): RoleRecord {
  if (!role || role.status === 'deleted') throw invalidField('role', 'must be a role that exists')
  if (role.status !== 'active') {
    throw invalidField(
      'role',
      say('must be active. Activate “{role}” first or choose another role', { role: role.name }),
    )
  }
  if (role.system && !session.owner) {
    const said = say('Only an owner can give the role “{role}”.', { role: role.name })
    throw new Failure('not_permitted', said, {
      errors: [{ msg: 'can only be given by an owner', path: 'role' }],
    })
  }
  mustHoldWhatIsGranted(rightsBeyond(rightsOfRole(role), session.lasting), 'role')
  return role
}

/** Refuses to deactivate, delete or demote oneself. */
export function mustNotHarmSelf({ self }: Authorities, { user }: Authority, after: After): void {
  if (user.id !== self.user.id) return
  if (after.deleted) {
    throw unsafe('You can’t delete your own account. Ask another owner or admin.')
  }
  if (after.status !== 'active') {
    throw unsafe('You can’t deactivate your own account. Ask another owner or admin.')
  }
  if (after.type !== 'admin') {
    throw unsafe('You can’t change your own type. Ask another owner or admin.')
  }
  if (self.role?.system && !after.role?.system) {
    throw unsafe('You can’t remove your own owner role. Ask another owner.')
  }
  const lost = after.role
    ? rightsBeyond(self.lasting, rightsOfRole(after.role), true)
    : grantedIn(self.lasting.permissions)
  if (lost.length > 0) {
    throw unsafe(
      say('You can’t give yourself a role without {permissions}. Ask another owner or admin.', {
        permissions: namesOf(lost),
      }),
    )
  }
}

export const isActiveOwner = ({ user, role }: Authority): boolean =>
  role?.system === true &&
  user.type === 'admin' &&
  user.status === 'active' &&
  user.deleted_at === null

/** Whether a change makes an active owner, by the role or by letting an owner sign in again. */
export const becomesOwner = (before: Authority, after: Authority): boolean =>
  after.role?.system === true &&
  (before.role?.system !== true || (isActiveOwner(after) && !isActiveOwner(before)))

export const lastOwner = ({ user: { name } }: Authority, why: LastOwners): Failure =>
  unsafe(
    {
      last: say('{name} is the last active owner. Make somebody else an owner first.', { name }),
      last_able: say(
        '{name} is the last active owner who can sign in. Make sure that another owner can, too.',
        { name },
      ),
      none_able: say(
        'No owner can sign in at the moment, so {name} stays an active owner. Turn passwords on first.',
        { name },
      ),
    }[why],
  )

export function mustNotHoldDeletedRole({ user, role }: Authority): void {
  if (role?.status !== 'deleted') return
  throw conflict(
    say('The role of {name}, “{role}”, is deleted. Give them another role or restore it first.', {
      name: user.name,
      role: role.name,
    }),
  )
}
