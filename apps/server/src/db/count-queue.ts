import { Cancelled, readAwaited, readingEnds, TookTooLong } from './cancellation.ts'

/** Counts that a database is at, at the most, so that rows are always read soon. */
const mostCounts = 2

/** Counts that wait at the most. */
const mostWaiting = 200

/** Lets few counts of many rows, or other heavy reads, run at the same time; the others wait for their turn, in the order of asking. */
export class CountQueue {
  readonly #waiting = new Set<() => void>()
  readonly #mostAtOnce: number
  #running = 0

  constructor(mostAtOnce: number = mostCounts) {
    this.#mostAtOnce = mostAtOnce
  }

  /**
   * @throws {TookTooLong} where too many wait
   * @throws {Cancelled} for a count of which nobody waits for the answer any more
   */
  async run<R>(count: () => Promise<R>): Promise<R> {
    if (this.#running >= this.#mostAtOnce) await this.#turn()
    else this.#running += 1
    try {
      return await count()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#running -= 1
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= mostWaiting) throw new TookTooLong()
    return new Promise((done, fail) => {
      const go = () => {
        this.#waiting.delete(go)
        leave?.()
        done()
      }
      this.#waiting.add(go)
      const leave = (readingEnds() ?? readAwaited())?.onEnd(() => {
        if (this.#waiting.delete(go)) fail(new Cancelled())
      })
    })
  }
}
