import type { GroupRole } from '@steward/contract/identity-providers/mapping'
import { rightsBeyond } from '@steward/contract/permissions/conditions'
import { type Said, say } from '@steward/i18n/sentence'
import { invalidField, notPermitted } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import type { Authorities } from '../roles/authority.store.ts'
import { mustHoldWhatIsGranted, rightsOfRole } from '../roles/permissions.rules.ts'
import type { RoleRecord } from '../roles/roles.store.ts'

/**
 * Refuses to save a provider by whom people get, or lose, what the saver doesn't hold: whoever says where a provider
 * is decides who gets all the roles of its mapping.
 * @param before the mapping until now
 * @param roles those of both mappings, locked
 * @throws {Failure} `not_permitted`, or `invalid` for a new entry with a role that nobody can have
 */
export function requireMayMap(
  { session }: Pick<Authorities, 'session'>,
  { before, after }: { before: readonly GroupRole[]; after: readonly GroupRole[] },
  roles: readonly RoleRecord[],
): void {
  for (const [i, entry] of after.entries()) {
    const role = roles.find(({ id }) => id === entry.role)
    const isNew = !before.some(({ group, role }) => group === entry.group && role === entry.role)
    if (isNew) mustBeActive(role, `groupRoles.${i}.role`)
  }
  mustHoldRoles(session, roles, 'groupRoles', ({ name: role }) =>
    say('Groups of this provider get the role “{role}”, so only an owner can save it.', { role }),
  )
}

/**
 * Refuses whoever doesn't hold what these roles permit, or isn't an owner where one is that of owners.
 * @param path the field that the refusal names
 * @param ofOwners what is said where one is the role of owners
 * @throws {Failure} `not_permitted`
 */
export function mustHoldRoles(
  session: Pick<Session, 'owner' | 'lasting'>,
  roles: readonly Pick<
    RoleRecord,
    'name' | 'permissions' | 'conditions' | 'field_rules' | 'system'
  >[],
  path: string,
  ofOwners: (role: { name: string }) => Said,
): void {
  for (const role of roles) {
    if (role.system && !session.owner) throw notPermitted(ofOwners(role))
    mustHoldWhatIsGranted(rightsBeyond(rightsOfRole(role), session.lasting), path)
  }
}

function mustBeActive(role: RoleRecord | undefined, path: string): void {
  if (!role || role.status === 'deleted') throw invalidField(path, 'must be a role that exists')
  if (role.status !== 'active') {
    throw invalidField(
      path,
      say('must be active. Activate “{role}” first or choose another role', { role: role.name }),
    )
  }
}
