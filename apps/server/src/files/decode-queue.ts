import { Failure } from '../http/failure.ts'
import { PerPerson } from '../per-person.ts'

/** Bounds of the work on uploaded pictures. */
export interface DecodeLimits {
  /** Pictures that wait at the most, of everybody together. */
  waiting: number
  /** Pictures of one person at the most, the one that is decoded included. */
  perPerson: number
  /** Milliseconds that a picture waits at the most. */
  waitMs: number
}

export const decodeLimits: DecodeLimits = { waiting: 8, perPerson: 2, waitMs: 10_000 }

/**
 * Lets one picture be decoded at a time, since each may need hundreds of megabytes while it is, and
 * refuses what would wait too long or is one too many of one person.
 */
export class DecodeQueue {
  readonly #limits: DecodeLimits
  readonly #waiting = new Set<() => void>()
  readonly #underWay = new PerPerson()
  #running = false

  constructor(limits: DecodeLimits = decodeLimits) {
    this.#limits = limits
  }

  /**
   * Does a piece of work in its turn.
   * @param person id of whoever asks for it
   * @throws {Failure} `too_many` (429) for one too many of a person, `not_ready` (503) where the queue
   *   is full or too slow; both with Retry-After
   */
  async run<R>(person: string, work: () => Promise<R>): Promise<R> {
    const own = this.#underWay.of(person)
    if (own >= this.#limits.perPerson) {
      throw new Failure(
        'too_many',
        `${own} of your pictures are still being processed. Please try again in a moment.`,
        { retryAfter: 5 },
      )
    }
    return await this.#underWay.during(person, async () => {
      await this.#turn()
      try {
        return await work()
      } finally {
        this.#next()
      }
    })
  }

  async #turn(): Promise<void> {
    if (!this.#running) {
      this.#running = true
      return
    }
    if (this.#waiting.size >= this.#limits.waiting) throw busy()
    await new Promise<void>((done, fail) => {
      const go = () => {
        clearTimeout(timer)
        done()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(go)
        fail(busy())
      }, this.#limits.waitMs)
      this.#waiting.add(go)
    })
  }

  #next(): void {
    const [go] = this.#waiting
    if (go) {
      this.#waiting.delete(go)
      go()
    } else this.#running = false
  }
}

const busy = () =>
  new Failure('not_ready', 'The server is busy with other pictures. Please try again soon.', {
    retryAfter: 10,
  })
