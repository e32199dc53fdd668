/** Work that goes on after its request has been answered, so that its duration reveals nothing to the caller. */
export class Background {
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (error: unknown) => void

  /** @param onError called with what work failed with */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** How many pieces of work run. */
  get running(): number {
    return this.#running.size
  }

  /** Starts a piece of work; never throws. */
  run(work: () => Promise<void>): void {
    const running = Promise.resolve()
      .then(work)
      .catch(this.#onError)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves once all work has ended, also work that was started by other work. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
