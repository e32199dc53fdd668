import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Staff } from '../../http/session.ts'
import { isActiveStaff, type StaffRow, staffColumns } from '../auth/sessions.store.ts'
import { staffView } from './staff.view.ts'

/**
 * A person as they stand now, for work that goes on after their request.
 * @returns undefined where they are no active admin with an active role any more
 */
export async function findActiveStaff(db: Db, userId: string): Promise<Staff | undefined> {
  const found = await sql<StaffRow>`
    select ${staffColumns} from users as person join roles as role on role.id = person.role_id
    where person.id = ${userId} and ${isActiveStaff}
  `.execute(db)
  return found.rows[0] && staffView(found.rows[0])
}
