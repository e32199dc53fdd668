import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/**
 * Constant time as seen from outside: the outcome, answer or failure, comes at a multiple of `step`
 * after the start, so that the time taken doesn't tell what the answer keeps to itself.
 * @param step milliseconds, more than the work takes
 */
export async function constantTime<R>(step: number, work: () => Promise<R>): Promise<R> {
  const started = performance.now()
  const [outcome] = await Promise.allSettled([work()])
  const taken = performance.now() - started
  await setTimeout(Math.max(1, Math.ceil(taken / step)) * step - taken)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
