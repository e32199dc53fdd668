import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { PermissionUsesTable, SignInsTable } from '../../db/tables.ts'

/** The newest sign-ins of a person, at most 20. */
export async function findSignIns(
  db: Db,
  userId: string,
): Promise<Pick<Selectable<SignInsTable>, 'at' | 'ip' | 'user_agent'>[]> {
  return await db
    .selectFrom('sign_ins')
    .select(['at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('at', '>', sql<string>`now() - interval '90 days'`)
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
}

/** What a person did by each permission, day by day, from a day (UTC) on. */
export async function findUses(
  db: Db,
  userId: string,
  since: string,
): Promise<Omit<Selectable<PermissionUsesTable>, 'user_id'>[]> {
  return await db
    .selectFrom('permission_uses')
    .select(['module', 'submodule', 'action', 'day', 'n'])
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .execute()
}
