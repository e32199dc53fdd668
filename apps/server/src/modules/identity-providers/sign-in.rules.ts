import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import type { UserRecord } from '../roles/authority.store.ts'
import { admittedBy, type Claims, type ProviderPerson } from './claims.rules.ts'
import {
  isWithinMapping,
  type MappedRole,
  type RoleByGroups,
  roleByGroups,
} from './group-roles.rules.ts'
import type { ProviderRow } from './identity-providers.store.ts'

/** An account that a sign-in may be about. */
export interface KnownAccount {
  user: Pick<
    UserRecord,
    | 'id'
    | 'name'
    | 'type'
    | 'status'
    | 'deleted_at'
    | 'email_confirmed'
    | 'provider_id'
    | 'role_id'
    | 'service'
  >
  /** Whether it is an active owner. */
  owner: boolean
  /** Whether there would be no active owner without it. */
  lastOwner: boolean
  /** Whether it may sign in with a password too. */
  passwordWorks: boolean
  /** The groups that the provider has sent by SCIM, which count in place of the claim; none where it sends none. */
  provisioned?: readonly string[] | null
}

export interface Facts {
  provider: Pick<
    ProviderRow,
    'id' | 'name' | 'admission' | 'group_roles' | 'links_accounts' | 'groups_claim'
  >
  person: ProviderPerson
  claims: Claims
  /** All roles that the mapping may name. */
  roles: readonly MappedRole[]
  /** The account that is linked with the subject. */
  linked: KnownAccount | null
  /** The account that has the same address, where none is linked. */
  sameAddress: KnownAccount | null
}

/** What becomes of a sign-in. */
export type Decision =
  /** Nobody gets in; `loses` is the account whose role goes, as no group gives one any more. */
  | { as: 'refused'; why: Said; loses: KnownAccount | null }
  /** An account is made, which is active or waits for approval. */
  | { as: 'new'; role: MappedRole; group: string; status: 'pending' | 'active' }
  /** An account signs in; `links` where it is linked now. */
  | { as: 'known'; account: KnownAccount; role: MappedRole; group: string; links: boolean }
  /** The last owner signs in and stays one, whatever their groups are. */
  | { as: 'kept'; account: KnownAccount }

/** Decides about a sign-in by what the provider says of a person and what is known here. */
export function decideSignIn(said: Facts): Decision {
  const facts = { ...said, person: withProvisioned(said) }
  const { provider, person, roles, linked, sameAddress } = facts
  if (!person.subject) {
    return refused(
      say(
        '“{provider}” doesn’t say who you are: its token has no usable subject.',
        named(provider),
      ),
    )
  }
  const account = linked ?? sameAddress
  const against = linked ? againstLinked(linked) : sameAddress && againstLinking(facts, sameAddress)
  if (against) return refused(against)
  const found = roleByGroups(provider.group_roles, person.groups, roles)
  // Refused, nobody could sign in any more who can mend what is wrong.
  if (linked?.lastOwner && !linked.passwordWorks && !found.role?.system)
    return { as: 'kept', account: linked }
  if (!found.role) return withoutRole(facts, found, linked)
  const { role, group } = found
  if (!account) return newAccount(facts, role, group)
  if (account.lastOwner && !role.system) return refused(lastOwnerStays(role.name))
  return { as: 'known', account, role, group, links: !linked }
}

/** A person with the groups that count: of whom a provider provisions with groups, those, so that there is one source of roles. */
function withProvisioned({ person, linked, sameAddress }: Facts): ProviderPerson {
  const groups = (linked ?? sameAddress)?.provisioned
  return groups ? { ...person, groups: [...groups], groupsLeftOut: false } : person
}

const refused = (why: Said, loses: KnownAccount | null = null): Decision => ({
  as: 'refused',
  why,
  loses,
})

const named = ({ name }: Pick<ProviderRow, 'name'>) => ({ provider: name })

function againstLinked({ user }: KnownAccount): Said | null {
  if (user.deleted_at !== null || user.type !== 'admin')
    return msg('Your account here has been deleted. Please contact an owner.')
  return null
}

/** Why an account isn't linked by its address; null where it is. */
function againstLinking({ provider, person }: Facts, { user, owner }: KnownAccount): Said | null {
  const isOfProvider = user.provider_id === provider.id
  if (user.type !== 'admin' || user.service) {
    return msg(
      'A record here that is no staff account has your e-mail address already. Please contact an owner.',
    )
  }
  if (owner) {
    return say(
      'Your e-mail address is that of an owner here, and an owner is never linked by an address. Sign in with your password, then link “{provider}” in your profile.',
      named(provider),
    )
  }
  const mayLink =
    provider.links_accounts &&
    user.provider_id === null &&
    // Whoever saved the mapping might not hold what another role permits.
    isWithinMapping(provider.group_roles, user.role_id)
  if (!isOfProvider && !mayLink) {
    return say(
      'There is an account with your e-mail address already. Sign in with your password, then link “{provider}” in your profile.',
      named(provider),
    )
  }
  if (person.emailVerified !== true) {
    return say(
      'There is an account with your e-mail address already, and “{provider}” doesn’t say that the address is verified. Sign in with your password, then link it in your profile.',
      named(provider),
    )
  }
  if (!user.email_confirmed) {
    return msg(
      'Somebody has registered here with your e-mail address and hasn’t confirmed it. Please contact an owner.',
    )
  }
  return null
}

/** No group gives a role: a linked account loses the one that it has, as the provider alone decides about it. */
function withoutRole(
  { provider, person }: Facts,
  { problem }: Extract<RoleByGroups, { role: null }>,
  linked: KnownAccount | null,
): Decision {
  if (problem) {
    return refused(
      say('You can’t sign in at the moment: {problem} Please contact an owner.', {
        problem: nested(problem),
      }),
    )
  }
  if (person.groupsLeftOut) {
    return refused(
      say(
        '“{provider}” has left your groups out of its token, as there are too many. Its administrator can have it send only the groups that are assigned to this application.',
        named(provider),
      ),
    )
  }
  if (linked?.lastOwner) {
    return refused(
      msg(
        'None of your groups has a role here. You keep yours, as you are the last owner; sign in with your password.',
      ),
    )
  }
  return refused(
    say(
      'None of your groups at “{provider}” has a role here. Please contact an owner.',
      named(provider),
    ),
    linked,
  )
}

function newAccount(facts: Facts, role: MappedRole, group: string): Decision {
  const { provider, person, claims } = facts
  const rule = admittedBy(provider.admission, claims, person.groups)
  if (!rule) {
    return refused(
      say(
        '“{provider}” knows you, but you aren’t admitted here. Please contact an owner.',
        named(provider),
      ),
    )
  }
  if (!person.email) {
    return refused(
      say(
        '“{provider}” doesn’t tell your e-mail address, which an account here needs.',
        named(provider),
      ),
    )
  }
  if (person.emailVerified === false) {
    return refused(
      say(
        '“{provider}” says that your e-mail address isn’t verified. Verify it there first.',
        named(provider),
      ),
    )
  }
  return { as: 'new', role, group, status: rule.status }
}

const lastOwnerStays = (role: string) =>
  say(
    'Your groups give you the role “{role}”, but you are the last owner, so you keep that. Sign in with your password.',
    { role },
  )
