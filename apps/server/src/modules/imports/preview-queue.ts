import { Failure } from '../../http/failure.ts'
import type { ImportLimits } from './limits.ts'

type QueueLimits = Pick<ImportLimits, 'previewsAtOnce' | 'previewsWaiting' | 'previewsAPerson'>

/** Lets few previews be read at the same time, since each takes a thread; the others wait their turn. */
export class PreviewQueue {
  readonly #limits: QueueLimits
  readonly #waiting: (() => void)[] = []
  readonly #ofPerson = new Map<string, number>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * @param person who asks
   * @throws {Failure} `too_many` where they ask for several already, or too many others do
   */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const { previewsAtOnce, previewsWaiting, previewsAPerson } = this.#limits
    const mine = this.#ofPerson.get(person) ?? 0
    const busy = this.#running >= previewsAtOnce
    if (mine >= previewsAPerson || (busy && this.#waiting.length >= previewsWaiting)) {
      const sentence = 'Too many file previews at once. Please wait a moment.'
      throw new Failure('too_many', sentence, { retryAfter: 5 })
    }
    this.#ofPerson.set(person, mine + 1)
    try {
      if (busy) await new Promise<void>((turn) => this.#waiting.push(turn))
      else this.#running += 1
      return await work()
    } finally {
      const left = (this.#ofPerson.get(person) ?? 1) - 1
      if (left > 0) this.#ofPerson.set(person, left)
      else this.#ofPerson.delete(person)
      // Its place goes to who has waited longest.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
