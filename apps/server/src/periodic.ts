import { setTimeout as wait } from 'node:timers/promises'

/** Work in the background until it is stopped; stopping waits for what is under way. */
export interface Repeated {
  stop(): Promise<void>
}

/** Repeated work that can be asked to go on at once. */
export interface Wakeable extends Repeated {
  /** Ends the present rest, or else the next one. */
  wake(): void
}

/** Does work a minute after the start, and then at each interval. */
export function periodically(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Repeated {
  return repeated(async (signal, rest) => {
    await rest(60_000)
    while (!signal.aborted) {
      await work(signal).catch(onError)
      await rest(everyMs)
    }
  })
}

/**
 * Does something again and again, one after the other; ten times less often while it fails.
 * @param everyMs milliseconds of rest in between
 * @param work says whether there is more to do at once
 * @param onError called with the first failure in a row
 */
export function continually(
  everyMs: number,
  work: () => Promise<boolean>,
  onError: (error: unknown) => void,
): Wakeable {
  return repeated(async (signal, rest) => {
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
      await rest(failed ? everyMs * 10 : everyMs)
    }
  })
}

/** Runs a loop until it is stopped; `rest` waits, and ends at once when it is stopped or woken. */
export function repeated(
  loop: (signal: AbortSignal, rest: (ms: number) => Promise<void>) => Promise<void>,
): Wakeable {
  const stopping = new AbortController()
  const { signal } = stopping
  let waking = new AbortController()
  const rest = async (ms: number) => {
    if (signal.aborted) return
    await wait(ms, undefined, { signal: waking.signal, ref: false }).catch(() => {})
    waking = new AbortController()
  }
  const running = loop(signal, rest)
  const wake = () => waking.abort()
  return {
    wake,
    stop: async () => {
      stopping.abort()
      wake()
      await running
    },
  }
}
