/** Why a queue refuses work: one person has too much of it, too much waits, or it has waited too long. */
export type Refusal = 'person' | 'full' | 'late'

/** Bounds of a queue; none where one is left out. */
export interface QueueLimits {
  /** How many pieces of work run at the same time. */
  concurrency: number
  /** How many pieces of work may wait. */
  waiting?: number
  /** How many pieces of one person may run or wait. */
  perPerson?: number
  /** How long a piece of work may wait, in milliseconds. */
  waitMs?: number
  /** Makes the error that refused work gets. */
  refuse?: (reason: Refusal) => Error
}

interface Asking {
  /** Whose work it is; people take turns, each with one piece. */
  person?: string
  /** Takes it out of the queue while it waits. */
  signal?: AbortSignal | undefined
}

/** A fair queue: a few pieces of work run at a time; the others wait in order, in turns between people. */
export class Queue {
  readonly #limits: QueueLimits
  /** What waits, by person; the person whose turn comes next first. */
  readonly #lines = new Map<string, (() => void)[]>()
  readonly #ofPerson = new Map<string, number>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** How many pieces of work wait. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0)
  }

  /** How many pieces of a person run or wait. */
  of(person: string): number {
    return this.#ofPerson.get(person) ?? 0
  }

  /**
   * Runs the work once its turn has come.
   * @throws what `refuse` gives where a bound is reached; the reason of a signal that aborts while it waits
   */
  async run<R>(work: () => Promise<R>, asking: Asking = {}): Promise<R> {
    const release = await this.acquire(asking)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Waits for a turn; returns a function that ends the turn, to be called once. */
  async acquire({ person = '', signal }: Asking = {}): Promise<() => void> {
    const { concurrency, waiting = Infinity, perPerson = Infinity } = this.#limits
    const own = this.of(person)
    if (own >= perPerson) throw this.#refused('person')
    const isBusy = this.#running >= concurrency
    if (isBusy && this.waiting >= waiting) throw this.#refused('full')
    this.#ofPerson.set(person, own + 1)
    try {
      if (isBusy) await this.#turnOf(person, signal)
      else this.#running += 1
    } catch (error) {
      this.#leave(person)
      throw error
    }
    return () => {
      this.#leave(person)
      this.#next()
    }
  }

  #refused(reason: Refusal): Error {
    return this.#limits.refuse?.(reason) ?? new Error(`refused: ${reason}`)
  }

  #leave(person: string): void {
    const left = this.of(person) - 1
    if (left > 0) this.#ofPerson.set(person, left)
    else this.#ofPerson.delete(person)
  }

  #turnOf(person: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((done, fail) => {
      const line = this.#lines.get(person) ?? []
      this.#lines.set(person, line)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const go = () => {
        settle()
        done()
      }
      const giveUp = (error: unknown) => {
        settle()
        line.splice(line.indexOf(go), 1)
        if (line.length === 0) this.#lines.delete(person)
        fail(error)
      }
      const leave = () => giveUp(signal?.reason)
      const { waitMs } = this.#limits
      const timer =
        waitMs === undefined ? undefined : setTimeout(() => giveUp(this.#refused('late')), waitMs)
      line.push(go)
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives the free place to the next in turn. */
  #next(): void {
    const [first] = this.#lines
    if (!first) {
      this.#running -= 1
      return
    }
    const [person, line] = first
    const go = line.shift()
    this.#lines.delete(person)
    if (line.length > 0) this.#lines.set(person, line)
    go?.()
  }
}
