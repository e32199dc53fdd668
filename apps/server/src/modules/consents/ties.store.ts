import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryNumber } from '../../db/connection/query.ts'

/** That one account was made by another, or that it or its role was changed by it lately. */
export interface Tie {
  person: string
  by: string
}

/** Entries that let somebody in: of a registration that was approved, and of a member who became one of staff. */
const letsIn = sql`(entry.action <> 'delete'
  and (entry.before ->> 'status' = 'pending' or entry.before ->> 'type' <> 'admin'))`

/**
 * By whom some accounts were made or let in at any time, also by an import, and by whom they, their roles or the identity
 * providers that they sign in by were changed since `hours` before the moment `at`, as the audit log tells. Who made an owner
 * counts for those hours alone, as all owners are told of it.
 */
export const tiesOf = (
  db: Db,
  { people, at, hours }: { people: readonly string[]; at: string | null; hours: number },
) => {
  const isRecent = sql`
    entry.at > coalesce(${at}::timestamptz, now()) - make_interval(hours => ${sql.lit(hours)})`
  return queryAll(db)<Tie>`
    select distinct tie.person, tie.by from (
      select entry.record_id as person, entry.actor_id as by, ${isRecent} as recent
      from audit_entries as entry
      where entry.record_id = any(${people}::uuid[])
        and ((entry.area = 'users' and (entry.action = 'create' or ${letsIn}))
          or (entry.area in ('users', 'accounts') and ${isRecent}))
      union all
      select made.record_id, entry.actor_id, ${isRecent}
      from audit_batch_records as made join audit_entries as entry on entry.id = made.entry_id
      where made.record_id = any(${people}::uuid[]) and entry.area = 'users'
      union all
      select person.id, entry.actor_id, true
      from users as person join audit_entries as entry on entry.record_id = person.role_id
      where person.id = any(${people}::uuid[]) and entry.area = 'roles' and ${isRecent}
      union all
      select link.user_id, entry.actor_id, true
      from identity_links as link join audit_entries as entry on entry.record_id = link.provider_id
      where link.user_id = any(${people}::uuid[]) and entry.area = 'integrations' and ${isRecent}
    ) as tie
      left join users as person on person.id = tie.person
      left join roles as role on role.id = person.role_id
    where tie.by <> tie.person and (tie.recent or not coalesce(role.system, false))`
}

/** Whether a person has taken the rights of an owner from somebody within these hours. */
export const tookOwnerRights = async (db: Db, person: string, hours: number): Promise<boolean> =>
  (await queryNumber(db)`
    select count(*) from audit_entries as entry
      left join users as changed on changed.id = entry.record_id
    where entry.actor_id = ${person} and entry.area = 'users' and entry.record_id <> ${person}
      and entry.action in ('update', 'status', 'delete', 'purge')
      and entry.at > now() - make_interval(hours => ${sql.lit(hours)})
      and exists (select 1 from roles where system
        and (id = changed.role_id or id::text = entry.before ->> 'role_id'))`) > 0
