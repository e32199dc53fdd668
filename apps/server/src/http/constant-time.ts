import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** Constant time as seen from outside: answers at a multiple of `step` ms, which must be more than the work takes. */
export async function constantTime<R>(step: number, work: () => Promise<R>): Promise<R> {
  const started = performance.now()
  const [outcome] = await Promise.allSettled([work()])
  const taken = performance.now() - started
  await setTimeout(Math.max(1, Math.ceil(taken / step)) * step - taken)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
