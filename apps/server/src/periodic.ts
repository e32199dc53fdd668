import { setTimeout as wait } from 'node:timers/promises'

/** Does something a minute after the start and then again and again, until it is stopped. */
export function periodically(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = () => {
    running = work(stopping.signal).catch(onError)
    timer = setTimeout(run, everyMs).unref()
  }
  let timer = setTimeout(run, 60_000).unref()
  return {
    stop: async () => {
      clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}

/**
 * Does something again and again, one after the other, until it is stopped; ten times less often while it fails.
 * @param everyMs milliseconds of rest in between
 * @param work says whether there is more to do at once
 * @param onError told of the first failure in a row
 */
export function continually(
  everyMs: number,
  work: () => Promise<boolean>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    let failed = false
    while (!signal.aborted) {
      try {
        const more = await work()
        failed = false
        if (more) continue
      } catch (error) {
        if (!failed) onError(error)
        failed = true
      }
      await wait(failed ? everyMs * 10 : everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
