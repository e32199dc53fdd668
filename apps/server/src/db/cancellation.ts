import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Something that others may end before its time. Lighter than `AbortSignal`, of which each request would need four.
 */
export class Ending {
  #ended = false
  readonly #listeners = new Set<() => void>()

  get ended(): boolean {
    return this.#ended
  }

  /** Ends it; what listens is told once. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }

  /** Has something done at the end, at once where it has come. @returns stops that */
  onEnd(listener: () => void): () => void {
    if (this.#ended) listener()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Ends once nobody waits for a request's answer any more. */
const awaiting = new AsyncLocalStorage<Ending>()
/** Ends once what is read just now is of no use any more. */
const reading = new AsyncLocalStorage<Ending | undefined>()

/**
 * Tells what a request does whether anybody waits for its answer.
 * @param gone ends when nobody does any more
 */
export const whileAwaited = <R>(gone: Ending, work: () => Promise<R>): Promise<R> =>
  awaiting.run(gone, () => reading.run(undefined, work))

/** At whose end nobody waits for what a request asks any more; undefined outside of such requests. */
export const readAwaited = (): Ending | undefined => awaiting.getStore()

/** At whose end what is read just now is to be cancelled in the database; undefined for all other work. */
export const readingEnds = (): Ending | undefined => reading.getStore()

/** A read that was cancelled since nobody waits for it. */
export class Cancelled extends Error {}

/** A read that was given up since it took too long. Its message is advice to a person. */
export class TookTooLong extends Error {}

/**
 * Does something that only reads. It is cancelled in the database once nobody waits for the answer, and when
 * its time is over. What is read within something else that is read ends with that, too.
 * @param limitMs milliseconds
 * @param advice what would be quicker, as a sentence
 * @throws {TookTooLong}
 * @throws {Cancelled} where nobody is told any more
 */
export async function readWithin<R>(
  limitMs: number,
  advice: string,
  work: () => Promise<R>,
): Promise<R> {
  const own = new Ending()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    own.end()
  }, limitMs)
  const asked = readAwaited()
  const outer = readingEnds()
  const leave = [asked, outer].map((each) => each?.onEnd(() => own.end()))
  try {
    return await reading.run(own, work)
  } catch (error) {
    if (asked?.ended || outer?.ended) throw new Cancelled()
    if (isLate || error instanceof TookTooLong) throw new TookTooLong(advice)
    throw error
  } finally {
    clearTimeout(timer)
    for (const each of leave) each?.()
  }
}

/** Begins to read something that may turn out to be of no use. */
export function beginReading<R>(work: () => Promise<R>): { result: Promise<R>; drop(): void } {
  const own = new Ending()
  const leave = reading.getStore()?.onEnd(() => own.end())
  const result = reading.run(own, work).finally(() => leave?.())
  // Where it is dropped, nobody asks how it ended.
  result.catch(() => {})
  return { result, drop: () => own.end() }
}
