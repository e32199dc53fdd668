import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { isAlive } from './sessions.store.ts'

/** Ends a session; its token is dead at once. */
export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/**
 * Ends sessions of people; their tokens are dead at once.
 * @param which all of them, one, or all but one
 * @returns how many
 */
export async function endSessions(
  db: Db,
  users: string | readonly string[],
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const ids = typeof users === 'string' ? [users] : users
  if (ids.length === 0) return 0
  let ending = db.deleteFrom('sessions').where('user_id', 'in', ids)
  if (which.only) ending = ending.where('id', '=', which.only)
  if (which.except) {
    // An impersonation of a role goes with the session that it belongs to.
    ending = ending
      .where('id', '<>', which.except)
      .where(sql<boolean>`parent_id is distinct from ${which.except}`)
  }
  const ended = await ending.executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/**
 * Ends the sessions of everybody who holds a role, so that no token of theirs is alive again once
 * the role is.
 * @param impersonations whether those that impersonate the role end as well
 */
export async function endSessionsOfRole(
  tx: Db,
  roleId: string,
  { impersonations }: { impersonations: boolean },
): Promise<void> {
  await sql`
    delete from sessions
    where user_id in (select id from users where role_id = ${roleId})
      or (${impersonations} and preview_role_id = ${roleId})
  `.execute(tx)
}

/**
 * Ends the sessions of a role's people that were left alone for too long, before another limit would
 * let their tokens live again.
 */
export async function endIdleSessions(db: Db, roleId: string, idleMinutes: number): Promise<void> {
  await sql`
    delete from sessions as session using users as person, roles as role
    where person.id = session.user_id and role.id = person.role_id and role.id = ${roleId}
      and not ${isAlive(idleMinutes)}
  `.execute(db)
}
