import { setTimeout as wait } from 'node:timers/promises'
import { isLost, mayBeRepeated } from './failures.ts'

/** The pauses before further attempts, in milliseconds; each is varied, so that conflicts don't meet again. */
const pauses = [20, 50, 100, 200, 400, 800, 1_000, 1_000, 1_000]

/**
 * No attempt begins later than this after the first, nor after the database was found away, in milliseconds: whatever
 * a request asks one after the other, it fails within 10 seconds.
 */
const maxMs = 4_000

/** How many attempts conflicts with other transactions have. */
const maxConflicts = 3

/** Since when the database is away, by the monotonic clock; undefined if it answered last. */
let awaySince: number | undefined

/**
 * Does what has no effect when it fails, again where the database was away for a moment or another transaction was
 * in the way.
 * @param mayRepeat whether a failure allows another attempt
 * @throws the last failure
 */
export async function retrying<R>(
  attempt: () => Promise<R>,
  mayRepeat: (error: unknown) => boolean = mayBeRepeated,
): Promise<R> {
  const until = performance.now() + maxMs
  for (let tries = 0; ; tries += 1) {
    try {
      const result = await attempt()
      awaySince = undefined
      return result
    } catch (error) {
      if (isLost(error)) awaySince ??= performance.now()
      else awaySince = undefined
      const end = Math.min(until, (awaySince ?? until) + maxMs)
      const pause = (pauses[tries] ?? Number.POSITIVE_INFINITY) * (0.5 + Math.random())
      if (!isLost(error) && tries + 1 >= maxConflicts) throw error
      if (!mayRepeat(error) || performance.now() + pause > end) throw error
      await wait(pause)
    }
  }
}
