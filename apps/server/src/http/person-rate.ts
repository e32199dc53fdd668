import type { Message } from '@steward/i18n/reader'
import { keepLatest } from '../keep-latest.ts'
import { Failure } from './failure.ts'

/** How many people are counted; beyond it, the one counted longest is dropped. */
const maxPeople = 1_000

/** A rate limit by person, in memory, on this server alone. */
export class PersonRate {
  readonly #windows = new Map<string, { since: number; calls: number }>()
  readonly #limit: { max: number; windowMs: number }
  readonly #message: Message
  readonly #now: () => number

  /** Allows `limit.max` calls in each window, which begins with the first call. */
  constructor(
    limit: { max: number; windowMs: number },
    message: Message,
    now: () => number = Date.now,
  ) {
    this.#limit = limit
    this.#message = message
    this.#now = now
  }

  /** Counts a call; throws `too_many` with the seconds to wait. */
  take(person: string): void {
    const { remaining, resetSeconds } = this.count(person)
    if (remaining >= 0) return
    throw new Failure('too_many', this.#message, { retryAfter: resetSeconds })
  }

  /**
   * Counts a call.
   * @param max in place of the usual limit
   * @returns how many calls are left, less than 0 beyond the limit, and the seconds until the window ends
   */
  count(person: string, max = this.#limit.max): { remaining: number; resetSeconds: number } {
    const { windowMs } = this.#limit
    const now = this.#now()
    const known = this.#windows.get(person)
    const isOpen = known && now - known.since < windowMs
    const window = isOpen ? known : { since: now, calls: 0 }
    if (!isOpen) keepLatest(this.#windows, person, window, maxPeople)
    window.calls += 1
    return {
      remaining: max - window.calls,
      resetSeconds: (window.since + windowMs - now) / 1000,
    }
  }
}
