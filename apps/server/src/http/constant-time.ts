import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** Answers at multiples of `step` ms only (constant time); `step` must be longer than the work takes. */
export async function constantTime<R>(step: number, work: () => Promise<R>): Promise<R> {
  const started = performance.now()
  const [outcome] = await Promise.allSettled([work()])
  const taken = performance.now() - started
  await setTimeout(Math.max(1, Math.ceil(taken / step)) * step - taken)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
