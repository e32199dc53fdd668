import type { DataOf } from '@steward/contract/calls/endpoints'
import { rightsBeyond } from '@steward/contract/permissions/conditions'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { notFound } from '../../http/failure.ts'
import type { Call } from '../../http/handler.ts'
import { actorOf, sessionEnded } from '../../http/session.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { createImpersonation } from '../authentication/begin-session.store.ts'
import { hashToken, newToken } from '../authentication/tokens.ts'
import { impersonatedRights, rightsOfRole } from './permissions.rules.ts'
import { mustExist } from './roles.rules.ts'
import { findRole } from './roles.store.ts'
import { requireShownConditions } from './shown-conditions.ts'

/**
 * Begins an impersonation (decision 10): a read-only session with what both roles permit.
 * It ends by its logout, with one's own session, and once one may not impersonate any more.
 */
export async function impersonateRole(
  db: Db,
  { body, session, ip, userAgent }: Call<'roles.preview'>,
): Promise<DataOf<'roles.preview'>> {
  const role = mustExist(await findRole(db, body._id))
  if (role.status === 'deleted') {
    throw notFound(
      say('The role “{role}” has been deleted. Restore it first.', { role: role.name }),
    )
  }
  const permitted = rightsOfRole(role)
  requireShownConditions(permitted.conditions, session)
  const token = newToken()
  const made = await db.transaction().execute(async (tx) => {
    const event = accountEvent('sign-in', session.user, `Viewing as the role “${role.name}”`)
    await auditEvent(tx, actorOf(session), event)
    return await createImpersonation(tx, {
      token_hash: hashToken(token),
      parent_id: session.id,
      preview_role_id: role.id,
      ip,
      user_agent: userAgent,
    })
  })
  if (!made) throw sessionEnded()
  return {
    token,
    tokenExpiry: session.expiresAt,
    role: { _id: role.id, name: role.name },
    permissions: impersonatedRights(session, permitted).permissions,
    missing: rightsBeyond(permitted, session),
  }
}
