import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { BatchedReads } from '../../db/reads/batched-reads.ts'
import { Failure, notPermitted } from '../../http/failure.ts'
import type { MakeScope } from '../../http/session.ts'
import { bearerOf, type SessionCheck } from '../../http/session.ts'
import { hashToken } from '../authentication/tokens.ts'
import { countingUses, type PermissionUses } from '../roles/permission-uses.store.ts'
import { staffView } from '../roles/staff.store.ts'
import { noteActive } from '../users/users.store.ts'
import { isKey, isWellFormed, mayUseFrom } from './service-keys.rules.ts'
import { findLiveKeys, type LiveKey, noteRefused, noteUsed } from './service-keys.store.ts'

/** How long the last use of a key isn't written again, in milliseconds. */
const usedFor = 60_000

/**
 * Adds keys to the check of sessions: reads key, account and role at every request, so that a revoked key is refused at
 * the next one. Throws `no_session`, and `not_permitted` from networks where a key may not be used.
 */
export function openKeyCheck(
  db: Db,
  sessions: SessionCheck,
  scopeOf: MakeScope,
  uses: Pick<PermissionUses, 'count'>,
  onError: (error: unknown) => void,
): SessionCheck {
  const keys = new BatchedReads<string, LiveKey | undefined>(async (asked) => {
    const hashes = new Map([...new Set(asked)].map((key) => [key, hashToken(key)]))
    const found = await findLiveKeys(db, [...hashes.values()])
    return (key) => found.find(({ key_hash }) => hashes.get(key)?.equals(key_hash))
  })
  const writing = new Set<string>()
  /** Writes a time once a minute, beside the request. */
  const note = async (id: string, before: string | null, write: () => Promise<unknown>) => {
    if (writing.has(id) || (before && Date.now() - Date.parse(before) < usedFor)) return
    writing.add(id)
    try {
      await write()
    } catch (error) {
      onError(error)
    } finally {
      writing.delete(id)
    }
  }
  return {
    authenticate: async (authorization, caller) => {
      const token = bearerOf(authorization)
      if (!token || !isKey(token)) return await sessions.authenticate(authorization, caller)
      const key = isWellFormed(token) ? await keys.ask(token) : undefined
      if (!key) {
        const said = msg('This key is unknown, has expired or was revoked.')
        throw new Failure('no_session', said)
      }
      const { id, user_id: account } = key
      if (!mayUseFrom(key.networks, caller.address)) {
        void note(id, key.refused_at, () => noteRefused(db, id, caller.address))
        throw notPermitted(
          say('This key may not be used from {address}.', { address: caller.address }),
        )
      }
      void note(id, key.last_used_at, async () => {
        await noteUsed(db, id, caller.address)
        await noteActive(db, account)
      })
      return {
        ...staffView(key, scopeOf, []),
        ...caller,
        id,
        role: { id: key.role_id, name: key.role_name },
        expiresAt: key.expires_at,
        secondFactorMissing: false,
        steppedUp: false,
        key: { id, name: key.name, maxPerMinute: key.max_per_minute },
        impersonation: null,
        lent: null,
        used: countingUses(uses, account),
      }
    },
  }
}
