import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until there is an answer; one that fails counts as none.
 * @param what is waited for, named where it never comes
 */
export async function until<R>(
  what: string,
  seconds: number,
  ask: () => Promise<R | undefined | false>,
): Promise<R> {
  const end = performance.now() + seconds * 1_000
  let reason = ''
  while (performance.now() < end) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
    } catch (error) {
      reason = `: ${(error as Error).message}`
    }
    await wait(200)
  }
  throw new Error(`${what}: not within ${seconds} seconds${reason}`)
}
