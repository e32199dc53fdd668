import type { DataOf } from '@steward/contract/calls/endpoints'
import { auditEvent } from '../../db/write/audit.ts'
import type { Caller } from '../../http/caller-address.ts'
import { newId } from '../../ids.ts'
import { accountHolder } from '../../mail/recipient.ts'
import type { Services } from '../../services.ts'
import type { Account } from '../auth/credentials.store.ts'
import { newDeviceEmail } from '../auth/email-templates.ts'
import type { Place } from '../auth/place.ts'
import { createSession, type Proof } from '../auth/sessions.store.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import { findSecondFactor } from '../second-factor/second-factor.store.ts'
import { findUser, noteActive } from '../users/users.store.ts'
import { userView } from '../users/users.view.ts'

/**
 * Begins a session of somebody who has proved themselves, and tells them by mail where they never
 * signed in from there.
 * @returns what a sign-in answers; null where the proof no longer holds
 */
export async function beginSession(
  { db, config, mailer }: Services,
  account: Account,
  proof: Proof,
  { place, caller }: { place: Place; caller: Caller },
): Promise<DataOf<'session.login'> | null> {
  const token = newToken()
  const tokenExpiry = new Date(Date.now() + config.sessionHours * 3_600_000).toISOString()
  const { ip, userAgent, device } = place
  const begun = await createSession(
    db,
    {
      id: newId(),
      token_hash: hashToken(token),
      user_id: account.id,
      ip,
      user_agent: userAgent,
      expires_at: tokenExpiry,
    },
    proof,
    place,
    async (tx) => {
      await noteActive(tx, account.id)
      await auditEvent(
        tx,
        { user: account.id, ...caller },
        {
          action: 'sign-in',
          area: 'accounts',
          record: { id: account.id, title: account.name },
          detail: 'passkey' in proof ? 'With a passkey' : 'With the password',
        },
      )
    },
  )
  const user = begun && (await findUser(db, account.id))
  if (!user) return null
  if (begun.newDevice)
    mailer.send(accountHolder(account), newDeviceEmail(config.publicUrl, { device, ip }))
  const { on, required } = await findSecondFactor(db, account.id)
  return { token, tokenExpiry, admin: userView(user), secondFactorMissing: required && !on }
}
