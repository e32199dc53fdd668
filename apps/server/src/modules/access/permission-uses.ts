import type { Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { addPermissionUses, type PermissionUse } from './permission-uses.store.ts'

const day = () => new Date().toISOString().slice(0, 10)

/**
 * Counts requests per person, permission and day. Counts gather in memory and go to the database
 * every few seconds and at the stop, so that a request costs no write.
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
    const today = day()
    const { module, submodule, action } = permission
    const key = `${user}\n${today}\n${module}\n${submodule}\n${action}`
    const use = this.#waiting.get(key)
    if (use) use.n += 1
    else this.#waiting.set(key, { user, permission, day: today, n: 1 })
  }

  /** Writes what has gathered, after a write that is still under way. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** What can't be written waits for the next time. */
  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return
    const uses = this.#waiting
    this.#waiting = new Map()
    try {
      await addPermissionUses(this.#db, [...uses.values()])
    } catch (error) {
      for (const [key, use] of uses) {
        const newer = this.#waiting.get(key)
        if (newer) newer.n += use.n
        else this.#waiting.set(key, use)
      }
      this.#onError(error)
    }
  }

  /** Stops the clock and writes the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
