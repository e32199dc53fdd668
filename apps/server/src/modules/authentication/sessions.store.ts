import type { DataOf } from '@steward/contract/calls/endpoints'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn } from '../../db/connection/query.ts'
import { isActiveStaff, lacksSecondFactor, type StaffRow, staffColumns } from './staff-row.store.ts'

export interface LiveSession extends StaffRow {
  id: string
  token_hash: Buffer
  last_seen_at: string
  expires_at: string
  role_id: string
  role_name: string
  second_factor_missing: boolean
  /** Whether the last step-up is at most {@link stepUpMinutes} old. */
  stepped_up: boolean
  /** Columns of the impersonation; all are null without one. */
  impersonated_id: string | null
  impersonated_name: string | null
  impersonated_permissions: string | null
  impersonated_conditions: string | null
  impersonated_field_rules: string | null
  impersonated_system: boolean | null
}

const stepUpMinutes = 10

/** Whether a session is neither expired nor past its idle timeout. */
const isAlive = (idleMinutes: number): RawBuilder<SqlBool> => sql`(
  session.expires_at > now()
  and (
    coalesce(role.idle_minutes, ${idleMinutes}::int) = 0
    or session.last_seen_at > now() - make_interval(mins => coalesce(role.idle_minutes, ${idleMinutes}::int))
  )
)`

/** Whether `session` began at an identity provider, which asks for a second factor itself; so did its impersonations. */
const beganAtProvider = sql`
  exists (
    select 1 from provider_sessions as begun
    where begun.session_id = coalesce(session.parent_id, session.id)
  )`

/**
 * Finds usable sessions: alive, of an active admin with an active role, not impersonating a deleted
 * role.
 * @param idleMinutes the idle limit where the role sets none; 0 for no limit
 */
export async function findLiveSessions(
  db: Db,
  by: { tokenHashes: readonly Buffer[] } | { ids: readonly string[] },
  idleMinutes: number,
): Promise<LiveSession[]> {
  // From a subquery, since PostgreSQL plans a statement anew for each list that it can see, and keeps the plan for one that it can't.
  const which =
    'ids' in by
      ? sql`session.id = any((select ${by.ids}::uuid[])::uuid[])`
      : sql`session.token_hash = any((select ${by.tokenHashes}::bytea[])::bytea[])`
  return await queryAll(db)<LiveSession>`
    select session.id, session.token_hash, session.last_seen_at, session.expires_at, ${staffColumns},
      role.id as role_id, role.name as role_name,
      ${lacksSecondFactor} and not ${beganAtProvider} as second_factor_missing,
      session.proved_at between now() - make_interval(mins => ${stepUpMinutes})
        and now() + interval '1 minute' as stepped_up,
      impersonated.id as impersonated_id, impersonated.name as impersonated_name,
      impersonated.permissions::text as impersonated_permissions,
      impersonated.conditions::text as impersonated_conditions,
      impersonated.field_rules::text as impersonated_field_rules,
      impersonated.system as impersonated_system
    from sessions as session
    join users as person on person.id = session.user_id
    join roles as role on role.id = person.role_id
    left join roles as impersonated
      on impersonated.id = session.preview_role_id and impersonated.status <> 'deleted'
    where ${which} and ${isAlive(idleMinutes)} and ${isActiveStaff}
      and (session.preview_role_id is null or impersonated.id is not null)
  `
}

/** Notes the use of a session and of the session that its impersonation belongs to. */
export async function touchSession(db: Db, id: string): Promise<void> {
  await sql`
    update sessions set last_seen_at = now()
    where id = ${id} or id = (select parent_id from sessions where id = ${id})
  `.execute(db)
}

/** Notes a step-up; returns until when it is valid, undefined where the session has ended. */
export async function noteStepUp(db: Db, id: string): Promise<string | undefined> {
  const [until] = await queryColumn(db)`
    update sessions set proved_at = now() where id = ${id} and preview_role_id is null
    returning proved_at + make_interval(mins => ${stepUpMinutes})
  `
  return until
}

type OwnSession = Omit<DataOf<'profile.sessions'>['sessions'][number], 'device' | 'current'>

/** The live sessions of a user, the most recently used first. */
export const sessionsOf = (db: Db, user: string, idleMinutes: number) =>
  queryAll(db)<OwnSession>`
    select session.id as _id, session.ip, session.user_agent as "userAgent",
      session.created_at as "createdAt", session.last_seen_at as "lastSeenAt",
      session.expires_at as "expiresAt"
    from sessions as session
    join users as person on person.id = session.user_id
    join roles as role on role.id = person.role_id
    where session.user_id = ${user} and session.parent_id is null and ${isAlive(idleMinutes)}
    order by session.last_seen_at desc, session.created_at desc, session.id desc
  `

/** Ends sessions: all, `only` one, or all `except` one and its impersonations; returns how many. */
export async function endSessions(
  db: Db,
  users: string | readonly string[],
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where user_id = any(${[users].flat()}::uuid[])
      and (${only ?? null}::uuid is null or id = ${only ?? null}::uuid)
      and (${except ?? null}::uuid is null
        or id <> ${except ?? null}::uuid and parent_id is distinct from ${except ?? null}::uuid)
  `.execute(db)
  return Number(numAffectedRows)
}

/** Ends the sessions of all with a role, and with `impersonations` those that preview it. */
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

/** Ends idle sessions before a longer idle limit applies, which would make them valid again. */
export async function endIdleSessions(db: Db, roleId: string, idleMinutes: number): Promise<void> {
  await sql`
    delete from sessions as session using users as person, roles as role
    where person.id = session.user_id and role.id = person.role_id and role.id = ${roleId}
      and not ${isAlive(idleMinutes)}
  `.execute(db)
}
