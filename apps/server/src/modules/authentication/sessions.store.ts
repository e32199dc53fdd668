import type { DataOf } from '@steward/contract/calls/endpoints'
import type { FieldRule, RowCondition } from '@steward/contract/permissions/conditions'
import type { PermissionModule } from '@steward/contract/permissions/permissions'
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists, queryFirst } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isActiveLoan, isHeldNow } from '../../db/write/loans.ts'
import { newId } from '../../ids.ts'
import { noteOrigin } from './known-origins.store.ts'
import type { SignInOrigin } from './sign-in-origin.ts'

export interface StaffRow {
  user_id: string
  user_name: string
  /** The modules of the role's permissions, its conditions and field rules, as JSON text. */
  permissions: string
  conditions: string
  field_rules: string
  system: boolean
  /** The {@link HeldRole}s that the person has until a time, as JSON text; null for most people. */
  temporary_roles: string | null
  /** The {@link Loan}s that the person has now, as JSON text; null for most people. */
  loans: string | null
}

/** A temporary role as {@link StaffRow} has it. */
export interface HeldRole {
  id: string
  name: string
  permissions: PermissionModule[]
  conditions: RowCondition[]
  field_rules: FieldRule[]
  system: false
}

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

/** How many sessions a person has by default, and how many impersonations. */
export const maxSessions = { own: 50, views: 20 }

const stepUpMinutes = 10

/** Whether a session is neither expired nor past its idle timeout. */
const isAlive = (idleMinutes: number): RawBuilder<SqlBool> => sql`(
  session.expires_at > now()
  and (
    coalesce(role.idle_minutes, ${idleMinutes}::int) = 0
    or session.last_seen_at > now() - make_interval(mins => coalesce(role.idle_minutes, ${idleMinutes}::int))
  )
)`

export const hasSecondFactor = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select 1 from totp where totp.user_id = ${user} and totp.secret is not null)
  or exists (select 1 from passkeys where passkeys.user_id = ${user})
)`

/** Whether `session` began at an identity provider, which asks for a second factor itself; so did its impersonations. */
const beganAtProvider = sql`
  exists (
    select 1 from provider_sessions as begun
    where begun.session_id = coalesce(session.parent_id, session.id)
  )`

/** The columns of a {@link StaffRow}, from `person` and `role`. */
export const staffColumns = sql`
  person.id as user_id, person.name as user_name, role.permissions::text as permissions,
  role.conditions::text as conditions, role.field_rules::text as field_rules, role.system,
  (
    select json_agg(json_build_object(
      'id', held.id, 'name', further.name, 'permissions', further.permissions,
      'conditions', further.conditions, 'field_rules', further.field_rules, 'system', false))::text
    from temporary_roles as held join roles as further on further.id = held.role_id
    where held.user_id = person.id and ${isHeldNow} and further.status = 'active' and not further.system
  ) as temporary_roles,
  (
    select json_agg(json_build_object(
      'id', loan.id, 'area', loan.area, 'ids', loan.record_ids,
      'permission', json_build_object(
        'module', loan.module, 'submodule', loan.submodule, 'action', loan.action),
      'grantedBy', json_build_object('_id', loan.decided_by, 'name', loan.decided_by_name)))::text
    from loans as loan where loan.user_id = person.id and ${isActiveLoan}
  ) as loans`

const furtherRoleRequiresSecondFactor = sql`
  exists (
    select 1 from temporary_roles as held join roles as further on further.id = held.role_id
    where held.user_id = person.id and ${isHeldNow} and further.status = 'active'
      and further.require_second_factor
  )`

/** Whether `person` with `role` is an active admin with an active role. */
export const isActiveStaff = sql`
  person.deleted_at is null and person.type = 'admin' and person.status = 'active'
  and role.status = 'active'`

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
      (role.require_second_factor or ${furtherRoleRequiresSecondFactor}) and not ${hasSecondFactor(sql`person.id`)}
        and not ${beganAtProvider} as second_factor_missing,
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
