import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/** An admin as the person who runs Steward sees them. */
export interface AdminLine {
  id: string
  name: string
  email: string
  role: string | null
  owner: boolean
  status: 'active' | 'inactive' | 'pending'
  second_factor: boolean
  password: boolean
  sessions: number
  last_active_at: string | null
}

/** Every admin who is not deleted, or the one of an address, by address. */
export async function listAdmins(db: Db, email?: string): Promise<AdminLine[]> {
  const one =
    email === undefined ? sql`` : sql`and steward_key(person.email) = steward_key(${email})`
  const found = await sql<AdminLine>`
    select person.id, person.name, person.email, person.status, person.last_active_at,
      role.name as role, coalesce(role.system, false) as owner,
      exists (select from credentials where user_id = person.id) as password,
      exists (select from totp where user_id = person.id and secret is not null)
        or exists (select from passkeys where user_id = person.id) as second_factor,
      (select count(*)::int from sessions where user_id = person.id and expires_at > now()) as sessions
    from users as person left join roles as role on role.id = person.role_id
    where person.type = 'admin' and person.deleted_at is null ${one}
    order by steward_key(person.email)
  `.execute(db)
  return found.rows
}

/** The active role of a name, whatever its case, or of an `_id`; the owner role where asked for. */
export async function findActiveRole(
  db: Db,
  which: { name: string } | 'owner',
): Promise<{ id: string; name: string } | undefined> {
  const condition =
    which === 'owner'
      ? sql<boolean>`system`
      : sql<boolean>`(steward_key(name) = steward_key(${which.name}) or id::text = ${which.name})`
  return await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where(condition)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** Holds every active owner until the transaction ends. @returns their ids */
export async function holdOwners(tx: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select person.id from users as person join roles as role on role.id = person.role_id
    where role.system and person.status = 'active' and person.deleted_at is null
    order by person.id for update of person
  `.execute(tx)
  return found.rows.map((row) => row.id)
}
