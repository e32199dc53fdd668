import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'

/** An admin as the command line lists them. */
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

/** Lists admins who aren't deleted, all or the one with an address. */
export async function listAdmins(db: Db, email?: string): Promise<AdminLine[]> {
  const one =
    email === undefined ? sql`` : sql`and steward_key(person.email) = steward_key(${email})`
  return await queryAll(db)<AdminLine>`
    select person.id, person.name, person.email, person.status, person.last_active_at,
      role.name as role, coalesce(role.system, false) as owner,
      exists (select 1 from credentials where user_id = person.id) as password,
      exists (select 1 from totp where user_id = person.id and secret is not null)
        or exists (select 1 from passkeys where user_id = person.id) as second_factor,
      (select count(*)::int from sessions where user_id = person.id and expires_at > now()) as sessions
    from users as person left join roles as role on role.id = person.role_id
    where person.type = 'admin' and person.deleted_at is null ${one}
    order by steward_key(person.email)
  `
}
