import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { isActiveStaff, type StaffRow, staffColumns } from '../auth/sessions.store.ts'

/** A person, if they are an active admin with an active role. */
export async function findStaff(db: Db, userId: string): Promise<StaffRow | undefined> {
  const found = await sql<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `.execute(db)
  return found.rows[0]
}
