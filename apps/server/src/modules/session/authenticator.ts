import { can } from '@steward/contract/permissions'
import type { Config } from '../../config.ts'
import { BatchedReads } from '../../db/batched-reads.ts'
import type { Db } from '../../db/connection.ts'
import type { Authenticator } from '../../http/routes.ts'
import { type Session, type Staff, sessionEnded } from '../../http/session.ts'
import type { PermissionUses } from '../access/permission-uses.ts'
import { impersonatedPermissions } from '../access/permissions.rules.ts'
import { modulesOf, staffView } from '../access/staff.view.ts'
import {
  findLiveSessionById,
  findLiveSessions,
  type LiveSession,
  touchSession,
} from '../auth/sessions.store.ts'
import { hashToken } from '../auth/tokens.ts'
import { noteActive } from '../users/users.store.ts'

/** Milliseconds for which a session counts as seen, so that not every request writes. */
const seenFor = 60_000

/**
 * Knows who calls. Session, account and role are read anew on every request, so that what is taken
 * away is gone on the very next one.
 */
export function openAuthenticator(
  db: Db,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
  uses: PermissionUses,
  onError: (error: unknown) => void,
): Authenticator {
  const sessions = new BatchedReads<string, LiveSession | undefined>(async (tokens) => {
    const hashes = new Map([...new Set(tokens)].map((token) => [token, hashToken(token)]))
    const found = await findLiveSessions(db, [...hashes.values()], sessionIdleMinutes)
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
    authenticate: async (authorization, address) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      const live = token ? await sessions.ask(token) : undefined
      if (!live) throw sessionEnded()
      const unseen = Date.now() - Date.parse(live.last_seen_at) > seenFor
      if (unseen && !touching.has(live.id)) void touch(live)
      return sessionOf(live, address, uses)
    },
  }
}

/**
 * Who has a session, as they stand now; that they are asked about is no use of it.
 * @returns undefined where it has ended
 */
export async function findSessionStaff(
  db: Db,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
  id: string,
): Promise<Staff | undefined> {
  const live = await findLiveSessionById(db, id, sessionIdleMinutes)
  return live && sessionOf(live, '', unused)
}

/** Counts nothing. */
const unused: Pick<PermissionUses, 'count'> = { count: () => {} }

function sessionOf(
  live: LiveSession,
  address: string,
  uses: Pick<PermissionUses, 'count'>,
): Session {
  const staff = staffView(live)
  const session = {
    ...staff,
    id: live.id,
    role: { id: live.role_id, name: live.role_name },
    address,
    expiresAt: live.expires_at,
    secondFactorMissing: live.second_factor_missing,
    steppedUp: live.stepped_up,
  }
  if (live.impersonated_id === null) {
    const used: Session['used'] = (permission) => uses.count(live.user_id, permission)
    return { ...session, impersonation: null, used }
  }
  if (!can(staff.permissions, 'Roles', 'Roles', 'preview')) throw sessionEnded()
  const system = live.impersonated_system === true
  const impersonated = modulesOf(live.impersonated_permissions ?? '[]', system)
  return {
    ...session,
    owner: staff.owner && system,
    permissions: impersonatedPermissions(staff.permissions, impersonated),
    impersonation: { id: live.impersonated_id, name: live.impersonated_name ?? '' },
    // What somebody tries out says nothing of their own work.
    used: () => {},
  }
}
