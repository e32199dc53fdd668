import { msg } from '@steward/i18n/reader'
import { Cancelled, onAbort, requestSignal, whileAwaited } from '../../db/reads/cancellation.ts'
import { Failure } from '../../http/failure.ts'
import { PersonRate } from '../../http/person-rate.ts'

export const maxSearches = 100

/** The rate limit's window from the first search, in milliseconds. */
const windowMs = 15_000

/** Runs one search per person at a time; a new one cancels the one before. Limits the rate. */
export class SearchTurns {
  readonly #running = new Map<string, AbortController>()
  readonly #rate = new PersonRate(
    { max: maxSearches, windowMs },
    msg('Too many searches. Please wait a few seconds.'),
  )

  /** Runs a search; throws a Failure `too_many` with seconds to wait, also if it was replaced. */
  async take<R>(person: string, work: () => Promise<R>): Promise<R> {
    this.#rate.take(person)
    this.#running.get(person)?.abort(new Cancelled())
    const own = new AbortController()
    this.#running.set(person, own)
    const asked = requestSignal()
    const stop = onAbort(asked, () => own.abort(new Cancelled()))
    try {
      return await whileAwaited(own.signal, work)
    } catch (error) {
      // A client that has disconnected gets no answer.
      if (!(error instanceof Cancelled) || asked?.aborted) throw error
      throw new Failure('too_many', 'This search was replaced by a newer one.', { retryAfter: 1 })
    } finally {
      stop()
      if (this.#running.get(person) === own) this.#running.delete(person)
    }
  }
}
