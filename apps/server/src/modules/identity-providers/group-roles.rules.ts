import type { GroupRole } from '@steward/contract/identity-providers/mapping'
import { type Sentence, say } from '@steward/i18n/sentence'

/** What is to be known of a role. */
export interface MappedRole {
  id: string
  name: string
  status: 'active' | 'inactive' | 'deleted'
  /** Whether it is the owner role. */
  system: boolean
}

/** Which role a person gets by their groups. */
export type RoleByGroups<R extends MappedRole = MappedRole> =
  /** The first group of the mapping that they are in leads to an active role. */
  | { role: R; group: string; problem: null }
  /** It leads to a role that nobody may have at present: nothing of the person changes. */
  | { role: null; group: string; problem: Sentence }
  /** None of their groups is in the mapping: they are not admitted. */
  | { role: null; group: null; problem: null }

/**
 * Says which role a person gets from a provider. The first entry of the mapping whose group they are in decides, even
 * where its role can't be given: a later one might grant more than was meant for them.
 * @param mapping in its order
 * @param groups of the person, as the provider names them; case counts
 * @param roles all that the mapping may name
 */
export function roleByGroups<R extends MappedRole>(
  mapping: readonly GroupRole[],
  groups: Iterable<string>,
  roles: readonly R[],
): RoleByGroups<R> {
  const own = new Set(groups)
  const first = mapping.find(({ group }) => own.has(group))
  if (!first) return { role: null, group: null, problem: null }
  const { group } = first
  const role = roles.find(({ id }) => id === first.role)
  if (role?.status === 'active') return { role, group, problem: null }
  return { role: null, group, problem: problemOf(group, role) }
}

function problemOf(group: string, role: MappedRole | undefined): Sentence {
  if (!role) {
    return say('The group “{group}” is mapped to a role that no longer exists.', { group })
  }
  const named = { group, role: role.name }
  return role.status === 'deleted'
    ? say('The group “{group}” is mapped to the role “{role}”, which has been deleted.', named)
    : say('The group “{group}” is mapped to the role “{role}”, which is inactive.', named)
}

/** Where people and their groups come from, with the mapping of the groups. */
export interface Giving {
  issuer: string
  client_id: string
  groups_claim: string
  /** The service account that sends people and their groups by SCIM. */
  provisioner_id: string | null
  group_roles: readonly GroupRole[]
}

/**
 * What decides who gets a role by a provider, to be compared: where the groups come from, and the mapping up to the last
 * group with the role, since the first group that a person is in decides. Null where no group has the role.
 */
export function givingOf(role: string, provider: Giving): string | null {
  const { group_roles: mapping, issuer, client_id, groups_claim, provisioner_id } = provider
  const last = mapping.findLastIndex((each) => each.role === role)
  if (last < 0) return null
  const groups = mapping.slice(0, last + 1).map((each) => [each.group, each.role === role])
  return JSON.stringify([issuer, client_id, groups_claim, provisioner_id, groups])
}

/** Whether an account has no role, or one that the mapping gives. */
export const isWithinMapping = (mapping: readonly GroupRole[], role: string | null): boolean =>
  role === null || mapping.some((each) => each.role === role)
