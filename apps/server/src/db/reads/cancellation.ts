import { AsyncLocalStorage } from 'node:async_hooks'

/** Aborts once nobody waits for the request's answer. */
const awaiting = new AsyncLocalStorage<AbortSignal>()
/** Aborts once the present read is of no use. */
const reading = new AsyncLocalStorage<AbortSignal | undefined>()

/** @param gone aborts when nobody waits for the answer */
export const whileAwaited = <R>(gone: AbortSignal, work: () => Promise<R>): Promise<R> =>
  awaiting.run(gone, () => reading.run(undefined, work))

/** Undefined outside of {@link whileAwaited}. */
export const requestSignal = (): AbortSignal | undefined => awaiting.getStore()

/** For cancelling in the database; undefined outside of reads. */
export const readingSignal = (): AbortSignal | undefined => reading.getStore()

export const waitingSignal = (): AbortSignal | undefined =>
  reading.getStore() ?? awaiting.getStore()

/** At once if aborted. @returns stops it. Lighter than `AbortSignal.any` (decision 30). */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/** Nobody waits for it. */
export class Cancelled extends Error {}

/** Its message is advice to a person. */
export class TookTooLong extends Error {}

/** Cancels on time-out or when nobody waits. @param advice a sentence; @throws {TookTooLong}, {Cancelled} */
export async function readWithin<R>(
  limitMs: number,
  advice: string,
  work: () => Promise<R>,
): Promise<R> {
  const own = new AbortController()
  const abort = () => own.abort(new Cancelled())
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, limitMs)
  const [asked, outer] = [requestSignal(), readingSignal()]
  const stops = [asked, outer].map((signal) => onAbort(signal, abort))
  try {
    return await reading.run(own.signal, work)
  } catch (error) {
    if (asked?.aborted || outer?.aborted) throw new Cancelled()
    if (isLate || error instanceof TookTooLong) throw new TookTooLong(advice)
    throw error
  } finally {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** A read that may turn out useless. */
export function beginReading<R>(work: () => Promise<R>): { result: Promise<R>; drop(): void } {
  const own = new AbortController()
  const drop = () => own.abort(new Cancelled())
  const stop = onAbort(readingSignal(), drop)
  const result = reading.run(own.signal, work).finally(stop)
  // Its failure doesn't matter when dropped.
  result.catch(() => {})
  return { result, drop }
}
