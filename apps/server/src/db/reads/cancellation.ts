import { AsyncLocalStorage } from 'node:async_hooks'

/** The signal that aborts once no one waits for the answer to the request. */
const awaiting = new AsyncLocalStorage<AbortSignal>()
/** The signal that aborts once the result of the present read is of no use. */
const reading = new AsyncLocalStorage<AbortSignal | undefined>()

/** Does `work` such that its reads are cancelled once `gone` aborts, when no one waits for the answer. */
export const whileAwaited = <R>(gone: AbortSignal, work: () => Promise<R>): Promise<R> =>
  awaiting.run(gone, () => reading.run(undefined, work))

/** The signal of the request; undefined outside of {@link whileAwaited}. */
export const requestSignal = (): AbortSignal | undefined => awaiting.getStore()

/** The signal by which a statement is cancelled in the database; undefined outside of reads. */
export const readingSignal = (): AbortSignal | undefined => reading.getStore()

export const waitingSignal = (): AbortSignal | undefined =>
  reading.getStore() ?? awaiting.getStore()

/** Calls the listener on abort, or now if aborted; returns how to stop. Lighter than AbortSignal.any (decision 30). */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/** The work was cancelled, since no one waits for its result. */
export class Cancelled extends Error {}

/** The work exceeded its time limit; the message is advice to a person. */
export class TookTooLong extends Error {}

/** Cancels `work` at the limit with TookTooLong, whose message is `advice`, or with Cancelled once no one waits. */
export async function readWithin<R>(limitMs: number, advice: string, work: () => Promise<R>) {
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

/** Begins a read whose result may turn out useless; `drop` cancels it. */
export function beginReading<R>(work: () => Promise<R>): { result: Promise<R>; drop(): void } {
  const own = new AbortController()
  const drop = () => own.abort(new Cancelled())
  const stop = onAbort(readingSignal(), drop)
  const result = reading.run(own.signal, work).finally(stop)
  // A dropped read fails, which must not count as an unhandled rejection.
  result.catch(() => {})
  return { result, drop }
}
