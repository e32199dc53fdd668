import { AsyncLocalStorage } from 'node:async_hooks'

/** Aborts once nobody waits for a request's answer any more. */
const awaiting = new AsyncLocalStorage<AbortSignal>()
/** Aborts once what is read just now is of no use any more. */
const reading = new AsyncLocalStorage<AbortSignal | undefined>()

/** Does something for a request. @param gone aborts when nobody waits for its answer any more */
export const whileAwaited = <R>(gone: AbortSignal, work: () => Promise<R>): Promise<R> =>
  awaiting.run(gone, () => reading.run(undefined, work))

/** Aborts when nobody waits for what a request asks any more; undefined outside of such requests. */
export const requestSignal = (): AbortSignal | undefined => awaiting.getStore()

/** Aborts when what is read just now is to be cancelled in the database; undefined for all other work. */
export const readingSignal = (): AbortSignal | undefined => reading.getStore()

/** Aborts when waiting is of no use any more, for what is read or for the answer. */
export const waitingSignal = (): AbortSignal | undefined =>
  reading.getStore() ?? awaiting.getStore()

/** Calls on abort, at once where it has. @returns stops that. Lighter than `AbortSignal.any` (decision 30). */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/** A read that was cancelled since nobody waits for it. */
export class Cancelled extends Error {}

/** A read that was given up since it took too long. Its message is advice to a person. */
export class TookTooLong extends Error {}

/**
 * Does something that only reads. It is cancelled in the database once nobody waits for the answer, when its time is
 * over, or with what is read around it. @param advice what would be quicker, as a sentence
 * @throws {TookTooLong}
 * @throws {Cancelled} where nobody waits any more
 */
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

/** Begins to read something that may turn out to be of no use. */
export function beginReading<R>(work: () => Promise<R>): { result: Promise<R>; drop(): void } {
  const own = new AbortController()
  const drop = () => own.abort(new Cancelled())
  const stop = onAbort(readingSignal(), drop)
  const result = reading.run(own.signal, work).finally(stop)
  // Where it is dropped, its failure is of no use.
  result.catch(() => {})
  return { result, drop }
}
