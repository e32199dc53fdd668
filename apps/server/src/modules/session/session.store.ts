import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { SessionsTable, UsersTable } from '../../db/tables.ts'
import { newId } from '../../ids.ts'

/** A live session with its person and their role, read in one statement. */
export interface LiveSession {
  id: string
  last_seen_at: string
  user_id: string
  user_name: string
  /** The role's permission modules, as JSON text. */
  permissions: string
  system: boolean
}

/**
 * The session of a token, if it may still be used: not expired, its person an active admin, their
 * role active.
 */
export async function findLiveSession(db: Db, tokenHash: Buffer): Promise<LiveSession | undefined> {
  const found = await sql<LiveSession>`
    select session.id, session.last_seen_at, person.id as user_id, person.name as user_name,
      role.permissions::text as permissions, role.system
    from sessions as session
    join users as person on person.id = session.user_id
    join roles as role on role.id = person.role_id
    where session.token_hash = ${tokenHash} and session.expires_at > now()
      and person.deleted_at is null and person.type = 'admin' and person.status = 'active'
      and role.status = 'active'
  `.execute(db)
  return found.rows[0]
}

/** Notes that a session was used just now, and its person with it. */
export async function touchSession(db: Db, session: LiveSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', session.id)
    .execute()
  await db
    .updateTable('users')
    .set({ last_active_at: sql`now()` })
    .where('id', '=', session.user_id)
    .execute()
}

/** An admin account as the sign-in sees it. */
export type Account = Pick<Selectable<UsersTable>, 'id' | 'status'> & {
  password_hash: string | null
  role_status: 'active' | 'inactive' | 'deleted' | null
}

/** The admin account of an e-mail address, whatever its case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return await db
    .selectFrom('users')
    .leftJoin('credentials', 'credentials.user_id', 'users.id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.status',
      'credentials.password_hash',
      'roles.status as role_status',
    ])
    .where(sql<boolean>`steward_key(users.email) = steward_key(${email})`)
    .where('users.type', '=', 'admin')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Keeps a new session; sessions that have expired go at the same time. */
export async function createSession(
  db: Db,
  session: Pick<Selectable<SessionsTable>, 'token_hash' | 'user_id' | 'ip' | 'user_agent'> & {
    expires_at: string
  },
): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', sql<string>`now()`).execute()
  await db
    .insertInto('sessions')
    .values({ id: newId(), ...session })
    .execute()
  await db
    .updateTable('users')
    .set({ last_active_at: sql`now()` })
    .where('id', '=', session.user_id)
    .execute()
}

/** Ends a session; its token is dead at once. */
export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}
