import { sql } from 'kysely'
import type { Db } from '../../../db/connection/connection.ts'
import { queryAll, queryColumn, queryExists } from '../../../db/connection/query.ts'
import type { Provider } from './scim-providers.store.ts'

/** Which of these ids are people of the provider. */
export const knownPeople = async (tx: Db, provider: Provider, ids: readonly string[]) =>
  new Set(
    await queryColumn(tx)`select s.user_id 
      from scim_users as s join users as t on t.id = s.user_id
      where s.provider_id = ${provider.id}::uuid and t.deleted_at is null and s.user_id = any(${ids}::uuid[])`,
  )

/** Whether a provider sends groups at all. */
export const hasScimGroups = (db: Db, provider: Provider) =>
  queryExists(db)`select 1 from scim_groups where provider_id = ${provider.id}::uuid limit 1`

/** Notes that something of these people has changed that stands elsewhere, such as their groups. */
export async function touchScimUsers(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update scim_users set version = version + 1, updated_at = now() where user_id = any(${ids}::uuid[])
  `.execute(tx)
}

export interface GroupOf {
  user_id: string
  id: string
  display_name: string
  external_id: string | null
}

/** The groups of people, by name. */
export const findGroupsOf = (db: Db, people: readonly string[]) =>
  queryAll(db)<GroupOf>`
    select membership.user_id, known.id, known.display_name, known.external_id
    from scim_group_members as membership join scim_groups as known on known.id = membership.group_id
    where membership.user_id = any(${people}::uuid[])
    order by steward_key(known.display_name), known.id
  `

/** The people who are in any group of a provider. */
export const findGrouped = (tx: Db, provider: Provider) =>
  queryColumn(tx)`
    select distinct membership.user_id
    from scim_group_members as membership join scim_groups as known on known.id = membership.group_id
    where known.provider_id = ${provider.id}::uuid
  `

/** Takes a person out of all groups. */
export async function leaveGroups(tx: Db, id: string): Promise<void> {
  await sql`
    with gone as (delete from scim_group_members where user_id = ${id}::uuid returning group_id)
    update scim_groups set version = version + 1, updated_at = now() where id in (select group_id from gone)
  `.execute(tx)
}
