import { Cancelled, Ending, readAwaited, whileAwaited } from '../../db/cancellation.ts'
import { Failure } from '../../http/failure.ts'

/** Searches of one person within the window. */
export const mostSearches = 100

/** Milliseconds from the first search, after which counting begins anew. */
const windowMs = 15_000

/** People who are counted at once; beyond it the one counted longest is forgotten. */
const mostPeople = 1_000

interface Turn {
  since: number
  searches: number
  running?: Ending
}

/** Lets each person run one search at a time, a newer one in place of the older, and so many in a while. */
export class SearchTurns {
  readonly #turns = new Map<string, Turn>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** @throws {Failure} `too_many` with the seconds to wait, also where a newer search took the place of this one */
  async take<R>(person: string, work: () => Promise<R>): Promise<R> {
    const turn = this.#turnOf(person)
    turn.searches += 1
    if (turn.searches > mostSearches) {
      const retryAfter = (turn.since + windowMs - this.#now()) / 1000
      throw new Failure('too_many', 'You search too often. Please wait a few seconds.', {
        retryAfter,
      })
    }
    turn.running?.end()
    const own = new Ending()
    turn.running = own
    const asked = readAwaited()
    const leave = asked?.onEnd(() => own.end())
    try {
      return await whileAwaited(own, work)
    } catch (error) {
      // Who left is told nothing; who still waits is told why there is no answer.
      if (!(error instanceof Cancelled) || asked?.ended) throw error
      throw new Failure('too_many', 'A newer search took its place.', { retryAfter: 1 })
    } finally {
      leave?.()
      if (turn.running === own) delete turn.running
    }
  }

  #turnOf(person: string): Turn {
    const found = this.#turns.get(person)
    if (found && this.#now() - found.since < windowMs) return found
    const fresh: Turn = {
      since: this.#now(),
      searches: 0,
      ...(found?.running && { running: found.running }),
    }
    this.#turns.delete(person)
    this.#turns.set(person, fresh)
    const [longest] = this.#turns.keys()
    if (this.#turns.size > mostPeople && longest !== undefined) this.#turns.delete(longest)
    return fresh
  }
}
