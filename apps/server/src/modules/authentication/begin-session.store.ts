import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryColumn, queryExists, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { newId } from '../../ids.ts'
import { noteOrigin } from './known-origins.store.ts'
import type { SignInOrigin } from './sign-in-origin.ts'
import { isActiveStaff } from './staff-row.store.ts'

/** How many sessions a person has by default, and how many views as another role. */
export const maxSessions = { own: 50, views: 20 }

/** What a sign-in has proved; checked again when the session begins. */
export type Proof =
  | { passwordHash: string }
  | { passkey: string }
  /** Who they are at an identity provider. */
  | { provider: string; subject: string }

/**
 * Begins a session with a new token, against session fixation. Ends expired ones and the oldest
 * beyond the limit; `onBegun` runs in the same transaction.
 * @returns `newDevice` for a new place; null where the proof or the person is no longer valid
 */
export async function createSession(
  db: Db,
  session: Pick<Selectable<Tables['sessions']>, 'id' | 'token_hash' | 'user_id' | 'expires_at'>,
  proof: Proof,
  origin: SignInOrigin,
  onBegun: (tx: Db) => Promise<void>,
): Promise<{ newDevice: boolean } | null> {
  const { id, user_id: user } = session
  return await db.transaction().execute(async (tx) => {
    // Before the person, as whatever changes a provider does.
    if ('provider' in proof) {
      await sql`select 1 from identity_providers where id = ${proof.provider} for share`.execute(tx)
    }
    // Changes of password, person or role lock these rows as well.
    const limits = await queryFirst(tx)<{ max_sessions: number | null }>`
      select role.max_sessions from users as person join roles as role on role.id = person.role_id
      where person.id = ${user} and ${isActiveStaff}
      for update of person for share of role
    `
    if (!limits || !(await proofHolds(tx, user, proof))) return null
    await sql`delete from sessions where expires_at <= now()`.execute(tx)
    await tx
      .insertInto('sessions')
      .values({ ...session, ip: origin.ip, user_agent: origin.userAgent })
      .execute()
    await noteSignIn(tx, session)
    await sql`
      delete from sessions where id in (
        select id from sessions where user_id = ${user} and id <> ${id} and parent_id is null
        order by created_at desc, id desc offset ${(limits.max_sessions ?? maxSessions.own) - 1}
      )`.execute(tx)
    await onBegun(tx)
    return { newDevice: await noteOrigin(tx, user, origin) }
  })
}

/** Notes when and where a session began, for longer than the session lasts. */
async function noteSignIn(
  tx: Db,
  { id }: Pick<Selectable<Tables['sessions']>, 'id'>,
): Promise<void> {
  await sql`
    insert into sign_ins (session_id, user_id, at, ip, user_agent)
    select id, user_id, created_at, ip, user_agent from sessions where id = ${id}`.execute(tx)
}

function proofHolds(tx: Db, user: string, proof: Proof): Promise<boolean> {
  if ('passkey' in proof)
    return queryExists(tx)`select 1 from passkeys where id = ${proof.passkey} and user_id = ${user}`
  if ('passwordHash' in proof)
    return queryExists(tx)`
      select 1 from credentials where user_id = ${user} and password_hash = ${proof.passwordHash}`
  return queryExists(tx)`
    select 1 from identity_links as link
    join identity_providers as provider on provider.id = link.provider_id and provider.enabled
    where link.provider_id = ${proof.provider} and link.subject = ${proof.subject}
      and link.user_id = ${user}`
}

/** Begins an impersonation within one's own session; returns false where that has ended. */
export async function createImpersonation(
  tx: Db,
  view: Pick<
    Insertable<Tables['sessions']>,
    'token_hash' | 'parent_id' | 'preview_role_id' | 'ip' | 'user_agent'
  >,
): Promise<boolean> {
  const id = newId()
  const [user] = await queryColumn(tx)`
    insert into sessions (id, token_hash, user_id, ip, user_agent, expires_at, proved_at,
      parent_id, preview_role_id)
    select ${id}::uuid, ${view.token_hash}::bytea, user_id, ${view.ip}::text, ${view.user_agent}::text,
      expires_at, proved_at, id, ${view.preview_role_id}::uuid
    from sessions where id = ${view.parent_id} for key share
    returning user_id
  `
  if (!user) return false
  await sql`
    delete from sessions where id in (
      select id from sessions
      where user_id = ${user} and id <> ${id} and parent_id is not null
      order by created_at desc, id desc offset ${maxSessions.views - 1} for update skip locked
    )`.execute(tx)
  return true
}
