import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists } from '../../db/connection/query.ts'

const owners = sql`
  from users as person join roles as role on role.id = person.role_id and role.system
  where person.deleted_at is null`
const activeOwners = sql`
  ${owners} and person.type = 'admin' and person.status = 'active' order by person.id`

export const findActiveOwners = (db: Db) =>
  queryAll(db)<{ id: string; name: string; email: string }>`
    select person.id, person.name, person.email ${activeOwners}
  `

export async function lockActiveOwners(tx: Db): Promise<void> {
  await sql`select ${activeOwners} for update of person`.execute(tx)
}

/** Whether `person` can sign in: while passwords are off by a kept one (break glass), or an enabled identity provider. */
const canSignIn = sql`(
  not exists (select 1 from sign_in_settings where passwords_off)
  or exists (
    select 1 from kept_passwords as kept where kept.user_id = person.id and (
      exists (select 1 from credentials where user_id = person.id)
      or exists (select 1 from passkeys where user_id = person.id)))
  or exists (
    select 1 from identity_links as link
    join identity_providers as provider on provider.id = link.provider_id and provider.enabled
    where link.user_id = person.id)
)`

/** Whether there would be no active owner who can sign in without these people. */
export async function leavesNoOwner(tx: Db, leaving: readonly string[]): Promise<boolean> {
  const active = await queryColumn(tx)`
    select person.id ${owners} and person.type = 'admin' and person.status = 'active' and ${canSignIn}`
  return active.length > 0 && active.every((id) => leaving.includes(id))
}

/** Whether there is an owner, active or not. */
export const hasOwner = (db: Db) => queryExists(db)`select ${owners} limit 1`
