import type { Selectable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryNumber } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'

export type AccountRow = Pick<
  Selectable<Tables['users']>,
  | 'id'
  | 'name'
  | 'about'
  | 'status'
  | 'role_id'
  | 'last_active_at'
  | 'created_at'
  | 'updated_at'
  | 'version'
> & { role_name: string | null }

/** The service accounts that aren't deleted, by name; one alone by its id. */
export const findServiceAccounts = (db: Db, id: string | null = null) =>
  queryAll(db)<AccountRow>`
    select person.id, person.name, person.about, person.status, person.role_id, person.last_active_at,
      person.created_at, person.updated_at, person.version, role.name as role_name
    from users as person left join roles as role on role.id = person.role_id
    where person.type = 'admin' and person.service and person.deleted_at is null
      and (${id}::uuid is null or person.id = ${id}::uuid)
    order by steward_fold(person.name), person.id
  `

export const countServiceAccounts = (db: Db) =>
  queryNumber(db)`
    select count(*) from users where type = 'admin' and service and deleted_at is null`
