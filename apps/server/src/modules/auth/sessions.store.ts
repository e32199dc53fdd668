import { type RawBuilder, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { SessionsTable, Tables, UsersTable } from '../../db/tables.ts'
import { notePlace } from './known-places.store.ts'
import type { Place } from './place.ts'

/** A member of staff with their role. */
export interface StaffRow {
  user_id: string
  user_name: string
  /** The role's permission modules, as JSON text. */
  permissions: string
  system: boolean
}

/** A live session with its person and their role, read in one statement. */
export interface LiveSession extends StaffRow {
  id: string
  last_seen_at: string
  expires_at: string
  role_id: string
  role_name: string
  second_factor_missing: boolean
  /** Whether the person proved who they are within {@link stepUpMinutes}. */
  proved_lately: boolean
  /** The role that is only looked through, if any; the following three are null without it. */
  preview_id: string | null
  preview_name: string | null
  preview_permissions: string | null
  preview_system: boolean | null
}

/** Minutes for which a sign-in or a step-up counts. */
const stepUpMinutes = 10

/** Whether `session` of a person with `role` may still be used: neither expired nor left alone. */
const alive = (idleMinutes: number): RawBuilder<SqlBool> => sql`(
  session.expires_at > now()
  and (
    coalesce(role.idle_minutes, ${idleMinutes}::int) = 0
    or session.last_seen_at > now() - make_interval(mins => coalesce(role.idle_minutes, ${idleMinutes}::int))
  )
)`

/** Whether a person has a second factor. */
export const hasSecondFactor = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from totp where totp.user_id = ${user} and totp.secret is not null)
  or exists (select from passkeys where passkeys.user_id = ${user})
)`

const staffColumns = sql`
  person.id as user_id, person.name as user_name, role.permissions::text as permissions, role.system`

const isActiveStaff = sql`
  person.deleted_at is null and person.type = 'admin' and person.status = 'active'
  and role.status = 'active'`

/**
 * The session of a token, if it may still be used: alive, its person an active admin, their role
 * active. A look through a role ends where that role is deleted.
 * @param idleMinutes minutes without a request that end it where its role says nothing; 0 for never
 */
export async function findLiveSession(
  db: Db,
  tokenHash: Buffer,
  idleMinutes: number,
): Promise<LiveSession | undefined> {
  const found = await sql<LiveSession>`
    select session.id, session.last_seen_at, session.expires_at, ${staffColumns},
      role.id as role_id, role.name as role_name,
      role.require_second_factor and not ${hasSecondFactor(sql`person.id`)} as second_factor_missing,
      session.proved_at > now() - make_interval(mins => ${stepUpMinutes}) as proved_lately,
      preview.id as preview_id, preview.name as preview_name,
      preview.permissions::text as preview_permissions, preview.system as preview_system
    from sessions as session
    join users as person on person.id = session.user_id
    join roles as role on role.id = person.role_id
    left join roles as preview
      on preview.id = session.preview_role_id and preview.status <> 'deleted'
    where session.token_hash = ${tokenHash} and ${alive(idleMinutes)} and ${isActiveStaff}
      and (session.preview_role_id is null or preview.id is not null)
  `.execute(db)
  return found.rows[0]
}

/** A person, if they are an active admin with an active role. */
export async function findStaff(db: Db, userId: string): Promise<StaffRow | undefined> {
  const found = await sql<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `.execute(db)
  return found.rows[0]
}

/** Notes that a session was used just now, and its person with it. */
export async function touchSession(db: Db, session: LiveSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    // Who looks through a role has not left the session that the look belongs to.
    .where((row) =>
      row.or([
        row('id', '=', session.id),
        row('id', '=', row.selectFrom('sessions').select('parent_id').where('id', '=', session.id)),
      ]),
    )
    .execute()
  await db
    .updateTable('users')
    .set({ last_active_at: sql`now()` })
    .where('id', '=', session.user_id)
    .execute()
}

/** An admin account as the sign-in sees it. */
export type Account = Pick<Selectable<UsersTable>, 'id' | 'name' | 'status' | 'email_confirmed'> & {
  email: string
  password_hash: string | null
  role_status: 'active' | 'inactive' | 'deleted' | null
}

/** The admin account of an e-mail address, whatever its case. */
export const findAccount = (db: Db, email: string): Promise<Account | undefined> =>
  accountWhere(db, sql`steward_key(person.email) = steward_key(${email})`)

/** The admin account of an `_id`. */
export const findAccountById = (db: Db, id: string): Promise<Account | undefined> =>
  accountWhere(db, sql`person.id = ${id}`)

async function accountWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<Account | undefined> {
  const found = await sql<Account>`
    select person.id, person.name, person.email, person.status, person.email_confirmed,
      credentials.password_hash,
      role.status as role_status
    from users as person
    left join credentials on credentials.user_id = person.id
    left join roles as role on role.id = person.role_id
    where ${condition} and person.type = 'admin' and person.deleted_at is null
  `.execute(db)
  return found.rows[0]
}

/** What somebody has proved themselves with; it has to hold still when their session begins. */
export type Proof = { passwordHash: string } | { passkey: string }

/** A session about to begin. */
export type NewSession = Pick<
  Selectable<SessionsTable>,
  'id' | 'token_hash' | 'user_id' | 'ip' | 'user_agent' | 'expires_at'
>

/**
 * Keeps a new session. Sessions that have expired go, and so do the person's oldest ones where
 * their role allows fewer.
 * @param place where the person signs in
 * @returns whether the person, who has signed in before, never did so from there; null where the
 *   proof no longer holds, since the password was changed or the passkey removed meanwhile, or the
 *   person may no longer sign in
 */
export async function createSession(
  db: Db,
  session: NewSession,
  proof: Proof,
  place: Pick<Place, 'deviceHash' | 'networkHash'>,
): Promise<{ newDevice: boolean } | null> {
  return await db.transaction().execute(async (tx) => {
    // Whoever changes the password, or deactivates the person or the role, holds these rows as
    // well: one of the two comes first.
    const person = await sql<{ max_sessions: number | null }>`
      select role.max_sessions from users as person join roles as role on role.id = person.role_id
      where person.id = ${session.user_id} and ${isActiveStaff}
      for update of person for share of role
    `.execute(tx)
    const limits = person.rows[0]
    if (!limits || !(await proofHolds(tx, session.user_id, proof))) return null
    await tx.deleteFrom('sessions').where('expires_at', '<=', sql<string>`now()`).execute()
    await tx.insertInto('sessions').values(session).execute()
    if (limits.max_sessions !== null) {
      await sql`
        delete from sessions where id in (
          select id from sessions
          where user_id = ${session.user_id} and id <> ${session.id} and parent_id is null
          order by created_at desc, id desc offset ${limits.max_sessions - 1}
        )`.execute(tx)
    }
    await tx
      .updateTable('users')
      .set({ last_active_at: sql`now()` })
      .where('id', '=', session.user_id)
      .execute()
    return { newDevice: await notePlace(tx, session.user_id, place) }
  })
}

async function proofHolds(tx: Transaction<Tables>, user: string, proof: Proof): Promise<boolean> {
  const found =
    'passkey' in proof
      ? await tx
          .selectFrom('passkeys')
          .select('user_id')
          .where('id', '=', proof.passkey)
          .where('user_id', '=', user)
          .executeTakeFirst()
      : await tx
          .selectFrom('credentials')
          .select('user_id')
          .where('user_id', '=', user)
          .where('password_hash', '=', proof.passwordHash)
          .executeTakeFirst()
  return found !== undefined
}

/** Ends a session; its token is dead at once. */
export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/**
 * Notes that the person of a session has just proved who they are (step-up).
 * @returns the time until which that counts; undefined where the session has ended meanwhile
 */
export async function noteStepUp(db: Db, id: string): Promise<string | undefined> {
  const noted = await sql<{ until: string }>`
    update sessions set proved_at = now() where id = ${id} and preview_role_id is null
    returning proved_at + make_interval(mins => ${stepUpMinutes}) as until
  `.execute(db)
  return noted.rows[0]?.until
}

/**
 * Ends the sessions of a role's people that were left alone for too long, before another limit would
 * let their tokens live again.
 */
export async function endIdleSessions(db: Db, roleId: string, idleMinutes: number): Promise<void> {
  await sql`
    delete from sessions as session using users as person, roles as role
    where person.id = session.user_id and role.id = person.role_id and role.id = ${roleId}
      and not ${alive(idleMinutes)}
  `.execute(db)
}

/** The live sessions of a person, the newest use first. */
export async function sessionsOf(
  db: Db,
  user: string,
  idleMinutes: number,
): Promise<Omit<Selectable<SessionsTable>, 'token_hash' | 'user_id'>[]> {
  const found = await sql<Omit<Selectable<SessionsTable>, 'token_hash' | 'user_id'>>`
    select session.id, session.ip, session.user_agent, session.created_at, session.last_seen_at,
      session.expires_at
    from sessions as session
    join users as person on person.id = session.user_id
    join roles as role on role.id = person.role_id
    where session.user_id = ${user} and session.parent_id is null and ${alive(idleMinutes)}
    order by session.last_seen_at desc, session.created_at desc, session.id desc
  `.execute(db)
  return found.rows
}

/**
 * Ends sessions of a person.
 * @param which all of them, one, or all but one
 * @returns how many
 */
export async function endSessions(
  db: Db,
  user: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  let ending = db.deleteFrom('sessions').where('user_id', '=', user)
  if (which.only) ending = ending.where('id', '=', which.only)
  if (which.except) {
    // A look through a role goes with the session that it belongs to.
    ending = ending
      .where('id', '<>', which.except)
      .where(sql<boolean>`parent_id is distinct from ${which.except}`)
  }
  const ended = await ending.executeTakeFirst()
  return Number(ended.numDeletedRows)
}
