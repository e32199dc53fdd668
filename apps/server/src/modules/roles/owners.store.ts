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

/**
 * Whether the mapping of `provider` gives the person of `link` the role of owners: by the groups of their last sign-in,
 * or by any group where these aren't known.
 */
const getsOwnerRole = sql`(
  case when link.owner_groups is null then exists (
    select 1 from jsonb_array_elements(provider.group_roles) as entry
    where entry ->> 'role' = role.id::text)
  else role.id::text = (
    select entry ->> 'role'
    from jsonb_array_elements(provider.group_roles) with ordinality as mapping (entry, place)
    where entry ->> 'group' = any(link.owner_groups) order by place limit 1)
  end
)`

/**
 * Whether `person` can sign in as an owner: while passwords are off by a kept one (break glass), or by an enabled
 * identity provider whose mapping gives them that role.
 */
const canSignIn = sql`(
  not exists (select 1 from sign_in_settings where passwords_off)
  or exists (
    select 1 from kept_passwords as kept where kept.user_id = person.id and (
      exists (select 1 from credentials where user_id = person.id)
      or exists (select 1 from passkeys where user_id = person.id)))
  or exists (
    select 1 from identity_links as link
    join identity_providers as provider on provider.id = link.provider_id and provider.enabled
    where link.user_id = person.id and ${getsOwnerRole})
)`

/** The active owners who can sign in. */
export const findOwnersWhoCanSignIn = (tx: Db) =>
  queryColumn(tx)`
    select person.id ${owners} and person.type = 'admin' and person.status = 'active' and ${canSignIn}`

/** Why people can't leave: they are the last active owners, the last who can sign in, or owners while none can. */
export type LastOwners = 'last' | 'last_able' | 'none_able'

/** Why these people can't leave, as no active owner would be left who can sign in; null where they can. */
export async function lastOwnersAmong(
  tx: Db,
  leaving: readonly string[],
): Promise<LastOwners | null> {
  // Nobody may leave while it is decided how the others sign in.
  const passwordsOff = await queryExists(tx)`
    select 1 from sign_in_settings where passwords_off for share`
  const left = (id: string) => leaving.includes(id)
  const able = await findOwnersWhoCanSignIn(tx)
  if (able.length > 0) return able.every(left) ? (passwordsOff ? 'last_able' : 'last') : null
  return (await findActiveOwners(tx)).some(({ id }) => left(id)) ? 'none_able' : null
}

/** Whether there is an owner, active or not. */
export const hasOwner = (db: Db) => queryExists(db)`select ${owners} limit 1`
