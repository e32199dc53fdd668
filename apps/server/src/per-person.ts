/** How many pieces of work each person has under way. */
export class PerPerson {
  readonly #counts = new Map<string, number>()

  of(person: string): number {
    return this.#counts.get(person) ?? 0
  }

  async during<R>(person: string, work: () => Promise<R>): Promise<R> {
    this.#counts.set(person, this.of(person) + 1)
    try {
      return await work()
    } finally {
      const left = this.of(person) - 1
      if (left > 0) this.#counts.set(person, left)
      else this.#counts.delete(person)
    }
  }
}
