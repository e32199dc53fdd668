import type { UserActivity } from '@steward/contract/users/users'
import type { SignInRow, UseRow } from './activity.store.ts'
import type { UserRow } from './users.store.ts'

/** A user's activity; `span` has the first day (UTC) and the number of days. */
export function activityView(
  user: UserRow,
  signIns: readonly SignInRow[],
  uses: readonly UseRow[],
  span: { since: string; days: number },
): UserActivity {
  const days = new Array<number>(span.days).fill(0)
  const byPermission = new Map<string, UserActivity['uses'][number]>()
  for (const { module, submodule, action, day, n } of uses) {
    const index = Math.round((Date.parse(day) - Date.parse(span.since)) / 86_400_000)
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
    since: span.since,
    days,
    uses: [...byPermission.values()].sort((a, b) => b.requests - a.requests),
  }
}
