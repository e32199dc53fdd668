import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryExists } from '../../db/connection/query.ts'

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

/** Whether there would be no active owner without these people. */
export async function leavesNoOwner(tx: Db, leaving: readonly string[]): Promise<boolean> {
  const active = await findActiveOwners(tx)
  return active.length > 0 && active.every(({ id }) => leaving.includes(id))
}

/** Whether there is an owner, active or not. */
export const hasOwner = (db: Db) => queryExists(db)`select ${owners} limit 1`
