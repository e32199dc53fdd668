/** A fair queue: does one piece of work at a time; people whose work waits take turns, each with one piece. */
export class TurnQueue {
  /** What waits, by person; the person whose turn comes next first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isRunning = false

  /** How many pieces of work wait. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, line) => sum + line.length, 0)
  }

  /** @returns what the work returns, once its turn has come */
  async run<R>(person: string, work: () => Promise<R>): Promise<R> {
    if (this.#isRunning) await this.#turnOf(person)
    this.#isRunning = true
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turnOf(person: string): Promise<void> {
    const line = this.#waiting.get(person) ?? []
    this.#waiting.set(person, line)
    return new Promise((go) => line.push(go))
  }

  #next(): void {
    const [first] = this.#waiting
    if (!first) {
      this.#isRunning = false
      return
    }
    const [person, line] = first
    const go = line.shift()
    this.#waiting.delete(person)
    if (line.length > 0) this.#waiting.set(person, line)
    go?.()
  }
}
