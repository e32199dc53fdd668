import type { UserActivity } from '@steward/contract/users/users'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll } from '../../db/connection/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { countedDays } from '../roles/permission-uses.store.ts'
import type { UserRow } from './users.store.ts'

type SignInRow = Pick<Selectable<Tables['sign_ins']>, 'at' | 'ip' | 'user_agent'>

type UseRow = Omit<Selectable<Tables['permission_uses']>, 'user_id'>

/** A user's sign-ins, the last 20 within 90 days, and uses of permissions since `since`. */
export async function findActivity(db: Db, user: UserRow, since: string): Promise<UserActivity> {
  const signIns = await queryAll(db)<SignInRow>`
    select at, ip, user_agent from sign_ins
    where user_id = ${user.id} and at > now() - interval '90 days' order by at desc limit 20
  `
  const uses = await queryAll(db)<UseRow>`
    select module, submodule, action, day, n from permission_uses
    where user_id = ${user.id} and day >= ${since}
  `
  const days = new Array<number>(countedDays).fill(0)
  const byPermission = new Map<string, UserActivity['uses'][number]>()
  for (const { module, submodule, action, day, n } of uses) {
    const index = Math.round((Date.parse(day) - Date.parse(since)) / 86_400_000)
    if (index < days.length) days[index] = (days[index] ?? 0) + n
    const key = `${module}\n${submodule}\n${action}`
    const use = byPermission.get(key)
    byPermission.set(key, {
      permission: { module, submodule, action },
      requests: (use?.requests ?? 0) + n,
      lastDay: use && use.lastDay > day ? use.lastDay : day,
    })
  }
  return {
    lastActiveAt: user.last_active_at,
    signIns: signIns.map(({ at, ip, user_agent }) => ({ at, ip, userAgent: user_agent })),
    since,
    days,
    uses: [...byPermission.values()].sort((a, b) => b.requests - a.requests),
  }
}
