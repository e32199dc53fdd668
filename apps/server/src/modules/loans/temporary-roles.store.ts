import type { TemporaryRole } from '@steward/contract/loans/loans'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryFirst, queryNumber } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isHeldNow } from '../../db/write/loans.ts'

const rows = sql`
  select held.id as _id, json_build_object('_id', role.id, 'name', role.name) as role, held.until,
    held.reason, json_build_object('_id', held.given_by, 'name', held.given_by_name) as "givenBy",
    held.created_at as "createdAt", ${isHeldNow} and role.status = 'active' as active,
    held.ended_at as "endedAt",
    case when held.ended_by is not null
      then json_build_object('_id', held.ended_by, 'name', held.ended_by_name) end as "endedBy"
  from temporary_roles as held join roles as role on role.id = held.role_id`

const maxShown = 50

export const listTemporaryRoles = (db: Db, user: string) =>
  queryAll(db)<TemporaryRole>`
    ${rows} where held.user_id = ${user} order by held.created_at desc, held.id desc
    limit ${sql.lit(maxShown)}`

export const findTemporaryRole = (db: Db, id: string) =>
  queryFirst(db)<TemporaryRole>`${rows} where held.id = ${id}`

/** Whose temporary role it is; undefined where there is none. */
export const findHolderOf = (db: Db, id: string) =>
  queryFirst(db)<{ user_id: string; role_id: string }>`
    select user_id, role_id from temporary_roles where id = ${id}`

export const countHeld = (tx: Db, user: string) =>
  queryNumber(tx)`
    select count(*) from temporary_roles as held where held.user_id = ${user} and ${isHeldNow}`

export async function insertTemporaryRole(
  tx: Db,
  row: Insertable<Tables['temporary_roles']>,
): Promise<void> {
  await tx.insertInto('temporary_roles').values(row).execute()
}

/** Ends a temporary role; returns whether it stood. */
export async function endTemporaryRole(
  tx: Db,
  id: string,
  by: { id: string; name: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update temporary_roles as held set ended_at = now(), ended_by = ${by.id}, ended_by_name = ${by.name}
    where id = ${id} and ${isHeldNow}`.execute(tx)
  return numAffectedRows > 0n
}
