import type { Rights } from '@steward/contract/permissions/conditions'
import type { Permission, PermissionModule } from '@steward/contract/permissions/permissions'
import type { Actor } from '../db/write/audit.ts'
import type { Loan } from '../db/write/loan.ts'
import type { Scope } from '../db/write/scope.ts'
import type { Caller } from './caller-address.ts'
import { Failure } from './failure.ts'

export const sessionEnded = (): Failure =>
  // i18n-ignore: the specification’s, in every language
  new Failure('no_session', 'Session expired or unauthorized access, please log in.')

/** An active member of staff at this moment. */
export interface Staff extends Rights {
  user: { id: string; name: string }
  /** The permissions as modules, with every flag of the catalogue; all true for an owner. */
  permissions: PermissionModule[]
  /** What the role alone permits, without temporary roles: what of one's rights can be given to others. */
  lasting: Rights
  /**
   * Permissions on some records that are on loan, which `permissions` doesn't have: only a call that changes something
   * is let through by one, and then changes nothing but these records.
   */
  loans: readonly Loan[]
  owner: boolean
  /** The rows and fields that they see and change; null for whoever nothing narrows. */
  scope: Scope | null
}

/** Makes the scope of somebody with these rights. */
export type MakeScope = (
  holder: Pick<Staff, 'user' | 'permissions' | 'conditions' | 'fieldRules' | 'loans'>,
) => Scope | null

export interface Session extends Staff, Caller {
  id: string
  role: { id: string; name: string }
  expiresAt: string
  secondFactorMissing: boolean
  /** Whether they proved who they are within the last 10 minutes; never with a key. */
  steppedUp: boolean
  /** The key of a service account that is called with; null for people. */
  key: { id: string; name: string; maxPerMinute: number } | null
  /** The role that is impersonated; `permissions` are then what both roles permit. */
  impersonation: { id: string; name: string } | null
  /** The loans by which this call was let through so far; null for what nothing is on loan for (reads, keys, agents). */
  lent: Loan[] | null
  /** Counts a use of a permission. */
  used(permission: Permission): void
}

/** The token of an `Authorization` header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

export interface SessionCheck {
  /** Finds the session of a token; throws `no_session`. */
  authenticate(authorization: string | undefined, caller: Caller): Promise<Session>
}

export const actorOf = ({ user, role, address, client, key, scope, lent }: Session): Actor => ({
  user: user.id,
  role: role.id,
  address,
  client,
  scope,
  // The same list, since a permission may also be asked for during the write.
  lent,
  ...(key && { via: { key: { _id: key.id, name: key.name } } }),
})
