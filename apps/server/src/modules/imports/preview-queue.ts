import { Failure } from '../../http/failure.ts'
import { PerPerson } from '../../per-person.ts'
import type { ImportLimits } from './limits.ts'

type QueueLimits = Pick<ImportLimits, 'previewsAtOnce' | 'previewsWaiting' | 'previewsAPerson'>

/** Lets few previews be read at the same time, since each takes a thread; the others wait their turn. */
export class PreviewQueue {
  readonly #limits: QueueLimits
  readonly #waiting: (() => void)[] = []
  readonly #underWay = new PerPerson()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * @param person who asks
   * @throws {Failure} `too_many` where they ask for several already, or too many others do
   */
  async run<R>(person: string, work: () => Promise<R>): Promise<R> {
    const { previewsAtOnce, previewsWaiting, previewsAPerson } = this.#limits
    const isBusy = this.#running >= previewsAtOnce
    const isFull = isBusy && this.#waiting.length >= previewsWaiting
    if (isFull || this.#underWay.of(person) >= previewsAPerson) {
      const sentence = 'Too many file previews at once. Please wait a moment.'
      throw new Failure('too_many', sentence, { retryAfter: 5 })
    }
    return await this.#underWay.during(person, async () => {
      if (isBusy) await new Promise<void>((go) => this.#waiting.push(go))
      else this.#running += 1
      try {
        return await work()
      } finally {
        // Its place goes to the one that has waited longest.
        const next = this.#waiting.shift()
        if (next) next()
        else this.#running -= 1
      }
    })
  }
}
