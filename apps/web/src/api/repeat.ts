import { isOnline } from './browser/connection.ts'
import { Failure } from './failure.ts'
import { sleep } from './sleep.ts'
import type { WriteKey } from './write-keys.ts'

/** The pauses before each repetition, in milliseconds. */
const pauses = [300, 1_000, 2_500]

/**
 * Sends a write with its key, and again by itself where no answer came, or where the first one is not
 * done yet.
 * @param send sends it once
 * @param signal ends the waiting
 * @throws what the last sending failed with
 */
export async function repeating<R>(
  key: WriteKey,
  send: () => Promise<R>,
  signal: AbortSignal | undefined,
): Promise<R> {
  for (let tries = 0; ; tries += 1) {
    try {
      key.sending()
      const answer = await send()
      key.settle('done')
      return answer
    } catch (thrown) {
      // One that was given up may have been made all the same.
      if (!(thrown instanceof Failure)) throw thrown
      const pause = pauseBefore(thrown, tries)
      if (pause === null) {
        key.settle(thrown)
        throw thrown
      }
      await sleep(pause, signal)
      signal?.throwIfAborted()
    }
  }
}

/** The pause before a write is sent again, in milliseconds; null if it isn't sent again. */
function pauseBefore({ code, retryAfter }: Failure, tries: number): number | null {
  const pause = pauses[tries] ?? null
  if (pause === null || !isOnline()) return null
  if (code === 'unreachable') return pause
  return code === 'in_progress' ? Math.max(pause, (retryAfter ?? 0) * 1_000) : null
}
