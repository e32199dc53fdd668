import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Tables } from '../../db/tables/tables.ts'

export type SignInRow = Pick<Selectable<Tables['sign_ins']>, 'at' | 'ip' | 'user_agent'>

export type UseRow = Omit<Selectable<Tables['permission_uses']>, 'user_id'>

/** Finds the last 20 sign-ins of a user within 90 days. */
export async function findSignIns(db: Db, userId: string): Promise<SignInRow[]> {
  return await db
    .selectFrom('sign_ins')
    .select(['at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('at', '>', sql<string>`now() - interval '90 days'`)
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
}

export async function findUses(db: Db, userId: string, since: string): Promise<UseRow[]> {
  return await db
    .selectFrom('permission_uses')
    .select(['module', 'submodule', 'action', 'day', 'n'])
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .execute()
}
