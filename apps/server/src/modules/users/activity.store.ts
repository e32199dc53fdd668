import type { Selectable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import type { Tables } from '../../db/tables/tables.ts'

export type SignInRow = Pick<Selectable<Tables['sign_ins']>, 'at' | 'ip' | 'user_agent'>

export type UseRow = Omit<Selectable<Tables['permission_uses']>, 'user_id'>

/** Finds the last 20 sign-ins of a user within 90 days. */
export const findSignIns = (db: Db, userId: string) =>
  queryAll(db)<SignInRow>`
    select at, ip, user_agent from sign_ins
    where user_id = ${userId} and at > now() - interval '90 days' order by at desc limit 20
  `

export const findUses = (db: Db, userId: string, since: string) =>
  queryAll(db)<UseRow>`
    select module, submodule, action, day, n from permission_uses
    where user_id = ${userId} and day >= ${since}
  `
