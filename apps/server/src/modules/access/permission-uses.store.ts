import type { Permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** Requests of one person on one day (UTC) that one permission let through. */
export interface PermissionUse {
  user: string
  permission: Permission
  day: string
  n: number
}

/** Adds counts to those that are kept; of people who are gone they are dropped. */
export async function addPermissionUses(db: Db, uses: readonly PermissionUse[]): Promise<void> {
  const rows = uses.map(({ user, permission: { module, submodule, action }, day, n }) => ({
    user_id: user,
    module,
    submodule,
    action,
    day,
    n,
  }))
  // One order for all writers, or two instances could wait for each other.
  await sql`
    insert into permission_uses as kept (user_id, module, submodule, action, day, n)
    select user_id, module, submodule, action, day, n
    from json_populate_recordset(null::permission_uses, ${JSON.stringify(rows)}::json) as use
    where exists (select from users where id = use.user_id)
    order by user_id, day, module, submodule, action
    on conflict (user_id, day, module, submodule, action) do update set n = kept.n + excluded.n
  `.execute(db)
}
