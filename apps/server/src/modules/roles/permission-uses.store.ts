import { type Permission, permissionName } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Session } from '../../http/session.ts'

/** How many days of uses are shown, including today. */
export const countedDays = 30

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The first of some days up to today, in UTC, such as `2026-01-31`; of those that are shown by default. */
export const firstCountedDay = (days = countedDays): string =>
  dayOf(Date.now() - (days - 1) * 86_400_000)

type PermissionUse = Permission & { user_id: string; day: string; n: number }

export type PermissionUses = ReturnType<typeof openPermissionUses>

/** Counts requests by person, permission and day (UTC) in memory; writes them every few seconds. */
export function openPermissionUses(db: Db, onError: (error: unknown) => void, everyMs = 5_000) {
  let writing = Promise.resolve()
  let waiting = new Map<string, PermissionUse>()
  const add = (use: PermissionUse) => {
    const { user_id, day, module, submodule, action } = use
    const key = [user_id, day, module, submodule, action].join('\n')
    const known = waiting.get(key)
    if (known) known.n += use.n
    else waiting.set(key, use)
  }
  const flush = () => {
    writing = writing.then(async () => {
      const uses = [...waiting.values()]
      waiting = new Map()
      try {
        if (uses.length > 0) await addPermissionUses(db, uses)
      } catch (error) {
        for (const use of uses) add(use)
        onError(error)
      }
    })
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs).unref()
  return {
    count: (user: string, permission: Permission): void =>
      add({ ...permission, user_id: user, day: dayOf(Date.now()), n: 1 }),
    /** Writes the counts, one flush after another; what can't be written is kept for the next one. */
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Counts a permission that an account uses within a request, once however often it is asked for. */
export function countingUses(
  uses: Pick<PermissionUses, 'count'> | undefined,
  account: string,
): Session['used'] {
  const counted = new Set<string>()
  return (permission) => {
    const name = permissionName(permission)
    if (!counted.has(name)) uses?.count(account, permission)
    counted.add(name)
  }
}

/** Adds counts to the database, except those of deleted people. */
async function addPermissionUses(db: Db, uses: readonly PermissionUse[]): Promise<void> {
  // Insert in one order on all instances, against deadlocks.
  await sql`
    insert into permission_uses as kept (user_id, module, submodule, action, day, n)
    select user_id, module, submodule, action, day, n
    from json_populate_recordset(null::permission_uses, ${JSON.stringify(uses)}::json) as use
    where exists (select 1 from users where id = use.user_id)
    order by user_id, day, module, submodule, action
    on conflict (user_id, day, module, submodule, action) do update set n = kept.n + excluded.n
  `.execute(db)
}
