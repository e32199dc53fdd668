import { can } from '@steward/contract/permissions'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection.ts'
import type { Gate } from '../../http/routes.ts'
import { type Session, sessionEnded } from '../../http/session.ts'
import type { PermissionUses } from '../access/permission-uses.ts'
import { looking } from '../access/roles.view.ts'
import { modulesOf, staffView } from '../access/staff.ts'
import { findLiveSession, type LiveSession, touchSession } from '../auth/sessions.store.ts'
import { hashToken } from '../auth/tokens.ts'

/** Milliseconds for which a session counts as seen, so that not every request writes. */
const seenFor = 60_000

/**
 * Knows who calls. Session, account and role are read anew on every request, so that what is taken
 * away is gone on the very next one.
 */
export function sessionGate(
  db: Db,
  { sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>,
  uses: PermissionUses,
  onError: (error: unknown) => void,
): Gate {
  const touching = new Set<string>()
  return {
    sessionOf: async (authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      const live = token
        ? await findLiveSession(db, hashToken(token), sessionIdleMinutes)
        : undefined
      if (!live) throw sessionEnded()
      if (Date.now() - Date.parse(live.last_seen_at) > seenFor && !touching.has(live.id)) {
        touching.add(live.id)
        touchSession(db, live)
          .catch(onError)
          .finally(() => touching.delete(live.id))
      }
      return sessionOf(live, uses)
    },
  }
}

function sessionOf(live: LiveSession, uses: PermissionUses): Session {
  const { preview_id, preview_name, preview_permissions, preview_system } = live
  const staff = staffView(live)
  const session = {
    ...staff,
    id: live.id,
    role: { id: live.role_id, name: live.role_name },
    expiresAt: live.expires_at,
    secondFactorMissing: live.second_factor_missing,
    provedLately: live.proved_lately,
  }
  if (preview_id === null) {
    const used: Session['used'] = (permission) => uses.count(live.user_id, permission)
    return { ...session, preview: null, used }
  }
  if (!can(staff.permissions, 'Roles', 'Roles', 'preview')) throw sessionEnded()
  return {
    ...session,
    owner: staff.owner && preview_system === true,
    permissions: looking(
      staff.permissions,
      modulesOf(preview_permissions ?? '[]', preview_system === true),
    ),
    preview: { id: preview_id, name: preview_name ?? '' },
    // What somebody tries out says nothing of their own work.
    used: () => {},
  }
}
