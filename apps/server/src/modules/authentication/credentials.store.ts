import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryExists, queryFirst } from '../../db/connection/query.ts'
import { where, withIds } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Scope } from '../../db/write/scope.ts'
import { isId } from '../../ids.ts'
import { deleteLinks } from './links.store.ts'

export type Account = Pick<
  Selectable<Tables['users']>,
  'id' | 'name' | 'status' | 'email_confirmed'
> & {
  email: string
  password_hash: string | null
  role_status: 'active' | 'inactive' | 'deleted' | null
}

/** Finds an account by its e-mail address in any case. */
export const findAccount = (db: Db, email: string): Promise<Account | undefined> =>
  accountWhere(db, sql`steward_key(person.email) = steward_key(${email})`)

/** Finds an account, if it's one's own or a scope lets it be seen. */
export const findAccountById = async (
  db: Db,
  id: string,
  scope: Scope | null = null,
): Promise<Account | undefined> => {
  if (!isId(id)) return undefined
  const seen = scope && scope.user !== id ? scope.seen('users', current) : []
  return await accountWhere(
    db,
    sql`person.id = ${id}::uuid and exists (
      select 1 from users as t ${where([withIds([id]), ...seen])})`,
  )
}

const accountWhere = (db: Db, condition: RawBuilder<SqlBool>) =>
  queryFirst(db)<Account>`
    select person.id, person.name, person.email, person.status, person.email_confirmed,
      credentials.password_hash, role.status as role_status
    from users as person
    left join credentials on credentials.user_id = person.id
    left join roles as role on role.id = person.role_id
    where ${condition} and person.type = 'admin' and not person.service and person.deleted_at is null
  `

export const hasPassword = (db: Db, user: string) =>
  queryExists(db)`select 1 from credentials where user_id = ${user}`

/** Sets a password and deletes links; `tx` must lock the person's row and end their sessions. */
export async function setPassword(tx: Db, user: string, passwordHash: string): Promise<void> {
  await sql`
    insert into credentials (user_id, password_hash) values (${user}, ${passwordHash})
    on conflict (user_id) do update set password_hash = excluded.password_hash, updated_at = now()
  `.execute(tx)
  await deleteLinks(tx, [user])
}

/** Removes passwords and all links that could set one. */
export async function removePasswords(tx: Db, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await tx.deleteFrom('credentials').where('user_id', 'in', users).execute()
  await deleteLinks(tx, users)
}

/** Revokes the keys of service accounts, which others may know by now. */
export async function revokeKeys(tx: Db, users: readonly string[]): Promise<void> {
  await sql`
    update service_keys set revoked_at = now()
    where user_id = any(${users}::uuid[]) and revoked_at is null
  `.execute(tx)
}
