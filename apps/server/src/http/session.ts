import type { Permission, PermissionModule } from '@steward/contract/permissions/permissions'
import type { Actor } from '../db/write/audit.ts'
import type { Caller } from './caller-address.ts'
import { Failure } from './failure.ts'

/** Refuses whoever has no session, or none any more (specification section 2). */
export const sessionEnded = (): Failure =>
  new Failure('no_session', 'Session expired or unauthorized access, please log in.')

/** An active member of staff, as the database has them at this very moment. */
export interface Staff {
  user: { id: string; name: string }
  /** What the person's role permits; every flag of the catalogue, true for an owner. */
  permissions: PermissionModule[]
  /** Whether the person holds the owner role. */
  owner: boolean
}

/** Who makes a request. */
export interface Session extends Staff, Caller {
  id: string
  role: { id: string; name: string }
  /** When the session ends at the latest. */
  expiresAt: string
  /** Whether their role requires a second factor and they have none. */
  secondFactorMissing: boolean
  /** Whether its person proved who they are within the last 10 minutes (step-up). */
  steppedUp: boolean
  /**
   * The role that the person impersonates; `permissions` is then what both roles permit. Null in a
   * session of one's own.
   */
  impersonation: { id: string; name: string } | null
  /** Counts a request that a permission let through. */
  used(permission: Permission): void
}

/** Who makes a request, for what they write. */
export const actorOf = ({ user, role, address, client }: Session): Actor => ({
  user: user.id,
  role: role.id,
  address,
  client,
})
