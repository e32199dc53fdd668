import type { PermissionModule } from '@steward/contract/permissions'
import type { Db } from '../../db/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { Gate } from '../../http/routes.ts'
import type { PermissionUses } from '../permissions/permission-uses.ts'
import { permissionsOf } from '../roles/roles.view.ts'
import { findLiveSession, type LiveSession, touchSession } from './session.store.ts'
import { hashToken } from './tokens.ts'

/** Milliseconds for which a session counts as seen, so that not every request writes. */
const seenFor = 60_000

/**
 * Knows who calls. Session, account and role are read anew on every request, so that what is taken
 * away is gone on the very next one.
 */
export function sessionGate(db: Db, uses: PermissionUses, onError: (error: unknown) => void): Gate {
  const touching = new Set<string>()
  return {
    sessionOf: async (authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      const live = token ? await findLiveSession(db, hashToken(token)) : undefined
      if (!live) {
        throw new Failure('no_session', 'Session expired or unauthorized access, please log in.')
      }
      if (Date.now() - Date.parse(live.last_seen_at) > seenFor && !touching.has(live.id)) {
        touching.add(live.id)
        touchSession(db, live)
          .catch(onError)
          .finally(() => touching.delete(live.id))
      }
      return {
        id: live.id,
        user: { id: live.user_id, name: live.user_name },
        permissions: modulesOf(live),
      }
    },
    permitted: (session, permission) => uses.count(session.user.id, permission),
  }
}

const known = new Map<string, PermissionModule[]>()

/** The modules of a role. The same text is read once, whatever the number of requests. */
function modulesOf({ permissions, system }: LiveSession): PermissionModule[] {
  const key = `${system} ${permissions}`
  let modules = known.get(key)
  if (!modules) {
    if (known.size >= 200) known.clear()
    modules = permissionsOf(JSON.parse(permissions), system)
    known.set(key, modules)
  }
  return modules
}
