import type { Permission } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'

/** Days for which counts of requests are shown, today included. */
export const countedDays = 30

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The first of these days, UTC: `2026-01-31`. */
export const firstCountedDay = (): string => dayOf(Date.now() - (countedDays - 1) * 86_400_000)

/** Requests of one person on one day (UTC) that one permission let through; as its row. */
type PermissionUse = Permission & { user_id: string; day: string; n: number }

/**
 * Counts requests per person, permission and day. Counts gather in memory and are written every few
 * seconds and at the stop, so that a request costs no write.
 */
export class PermissionUses {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #writing = Promise.resolve()
  #waiting = new Map<string, PermissionUse>()

  /** @param everyMs milliseconds between two writes */
  constructor(db: Db, onError: (error: unknown) => void, everyMs = 5_000) {
    this.#db = db
    this.#onError = onError
    this.#timer = setInterval(() => void this.flush(), everyMs)
    this.#timer.unref()
  }

  /** Counts one request that a permission let through. */
  count(user: string, permission: Permission): void {
    this.#add({ ...permission, user_id: user, day: dayOf(Date.now()), n: 1 })
  }

  #add(use: PermissionUse): void {
    const { user_id, day, module, submodule, action } = use
    const key = [user_id, day, module, submodule, action].join('\n')
    const known = this.#waiting.get(key)
    if (known) known.n += use.n
    else this.#waiting.set(key, use)
  }

  /** Writes what has gathered, after a write that is still under way; what can't be written waits. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const uses = [...this.#waiting.values()]
      this.#waiting = new Map()
      try {
        if (uses.length > 0) await addPermissionUses(this.#db, uses)
      } catch (error) {
        for (const use of uses) this.#add(use)
        this.#onError(error)
      }
    })
    return this.#writing
  }

  /** Stops the clock and writes the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

/** Adds counts to those that are kept; of people who are gone they are dropped. */
async function addPermissionUses(db: Db, uses: readonly PermissionUse[]): Promise<void> {
  // One order for all writers, or two instances could wait for each other.
  await sql`
    insert into permission_uses as kept (user_id, module, submodule, action, day, n)
    select user_id, module, submodule, action, day, n
    from json_populate_recordset(null::permission_uses, ${JSON.stringify(uses)}::json) as use
    where exists (select from users where id = use.user_id)
    order by user_id, day, module, submodule, action
    on conflict (user_id, day, module, submodule, action) do update set n = kept.n + excluded.n
  `.execute(db)
}
