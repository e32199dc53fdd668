import type { UserActivity } from '@steward/contract/users'
import type { Db } from '../../db/connection.ts'
import { countedDays, firstCountedDay } from '../access/counted-days.ts'
import { findSignIns, findUses } from './activity.store.ts'
import type { UserRow } from './users.store.ts'

/** What a person did lately: sign-ins of 90 days, requests of 30. */
export async function activityOf(db: Db, user: UserRow): Promise<UserActivity> {
  const since = firstCountedDay()
  const [signIns, uses] = await Promise.all([
    findSignIns(db, user.id),
    findUses(db, user.id, since),
  ])
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
