import { can } from '@steward/contract/permissions/permissions'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection/connection.ts'
import { BatchedReads } from '../../db/reads/batched-reads.ts'
import type { Loan } from '../../db/write/loan.ts'
import { bothScopes } from '../../db/write/scope.ts'
import type { Caller } from '../../http/caller-address.ts'
import {
  bearerOf,
  type MakeScope,
  type Session,
  type SessionCheck,
  type Staff,
  sessionEnded,
} from '../../http/session.ts'
import {
  findLiveSessions,
  type LiveSession,
  touchSession,
} from '../authentication/sessions.store.ts'
import { hashToken } from '../authentication/tokens.ts'
import { loansIn } from '../roles/active-staff.ts'
import { countingUses, type PermissionUses } from '../roles/permission-uses.store.ts'
import { impersonatedRights } from '../roles/permissions.rules.ts'
import { rightsOf, staffView } from '../roles/staff.store.ts'
import { noteActive } from '../users/users.store.ts'

/** How long a session's last use isn't written again, in milliseconds. */
const seenFor = 60_000

/**
 * Reads session, account and role at every request, so that changes apply to the next one.
 * The token comes in a header and not in a cookie, so CSRF requests have none.
 */
export function openSessionCheck(
  db: Db,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
  scopeOf: MakeScope,
  uses: PermissionUses,
  onError: (error: unknown) => void,
): SessionCheck {
  const sessions = new BatchedReads<string, LiveSession | undefined>(async (tokens) => {
    const hashes = new Map([...new Set(tokens)].map((token) => [token, hashToken(token)]))
    const tokenHashes = [...hashes.values()]
    const found = await findLiveSessions(db, { tokenHashes }, sessionIdleMinutes)
    return (token) => found.find(({ token_hash }) => hashes.get(token)?.equals(token_hash))
  })
  const touching = new Set<string>()
  const touch = async ({ id, user_id }: LiveSession) => {
    touching.add(id)
    try {
      await touchSession(db, id)
      await noteActive(db, user_id)
    } catch (error) {
      onError(error)
    } finally {
      touching.delete(id)
    }
  }
  return {
    authenticate: async (authorization, caller) => {
      const token = bearerOf(authorization)
      const live = token ? await sessions.ask(token) : undefined
      if (!live) throw sessionEnded()
      const unseen = Date.now() - Date.parse(live.last_seen_at) > seenFor
      if (unseen && !touching.has(live.id)) void touch(live)
      const loans = await loansIn({ db, scopeOf }, live)
      const session = sessionOf({ live, loans }, caller, scopeOf, uses)
      if (!session) throw sessionEnded()
      return session
    },
  }
}

/** Finds the people of sessions in one statement, without noting a use; undefined for ended ones. */
export async function findSessionsStaff(
  db: Db,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
  scopeOf: MakeScope,
  ids: readonly string[],
): Promise<(id: string) => Staff | undefined> {
  const found = await findLiveSessions(db, { ids }, sessionIdleMinutes)
  const byId = new Map<string, Found>()
  for (const live of found) byId.set(live.id, { live, loans: await loansIn({ db, scopeOf }, live) })
  return (id) => {
    const one = byId.get(id)
    return one && sessionOf(one, { address: '', client: 'script' }, scopeOf)
  }
}

/** A session, and what is on loan to whose it is. */
interface Found {
  live: LiveSession
  loans: readonly Loan[]
}

/** The session for a request; undefined where an impersonation is no longer allowed. */
function sessionOf(
  { live, loans }: Found,
  caller: Caller,
  scopeOf: MakeScope,
  uses?: Pick<PermissionUses, 'count'>,
): Session | undefined {
  const staff = staffView(live, scopeOf, loans)
  const session = {
    ...staff,
    id: live.id,
    role: { id: live.role_id, name: live.role_name },
    ...caller,
    expiresAt: live.expires_at,
    secondFactorMissing: live.second_factor_missing,
    steppedUp: live.stepped_up,
    key: null,
    lent: [],
  }
  if (live.impersonated_id === null) {
    return { ...session, impersonation: null, used: countingUses(uses, live.user_id) }
  }
  if (!can(staff.permissions, 'Roles', 'Roles', 'preview')) return undefined
  const system = live.impersonated_system === true
  const impersonated = rightsOf({
    permissions: live.impersonated_permissions ?? '[]',
    conditions: live.impersonated_conditions ?? '[]',
    field_rules: live.impersonated_field_rules ?? '[]',
    system,
  })
  const { user, scope } = staff
  return {
    ...session,
    ...impersonatedRights(staff, impersonated),
    owner: staff.owner && system,
    scope: bothScopes(scope, scopeOf({ user, ...impersonated, loans: [] })),
    lasting: impersonatedRights(staff.lasting, impersonated),
    loans: [],
    lent: null,
    impersonation: { id: live.impersonated_id, name: live.impersonated_name ?? '' },
    // Impersonation doesn't count as use of one's own permissions.
    used: () => {},
  }
}
