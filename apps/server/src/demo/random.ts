import { v7 } from 'uuid'

/** Units of time in milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A time in milliseconds since 1970 as ISO 8601. */
export const iso = (at: number): string => new Date(at).toISOString()

/** A seeded random number generator (mulberry32): the same seed gives the same numbers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** True with the probability `share`, from 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T
  }

  maybe<T>(share: number, list: readonly T[]): T | null {
    return this.chance(share) && list.length > 0 ? this.pick(list) : null
  }

  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const all = Object.entries(weights) as [K, number][]
    let rest = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0)
    const found = all.find(([, weight]) => {
      rest -= weight
      return rest < 0
    })
    return (found ?? (all.at(-1) as [K, number]))[0]
  }

  some<T>(count: number, list: readonly T[]): T[] {
    const drawn = list.map((each) => ({ each, at: this.next() })).sort((a, b) => a.at - b.at)
    return drawn.slice(0, count).map(({ each }) => each)
  }

  /** A UUIDv7 of a time in milliseconds since 1970. */
  id(at: number): string {
    const random = Uint8Array.from({ length: 16 }, () => this.int(0, 255))
    // Draw the counter as well, since uuid's own depends on earlier calls.
    return v7({ msecs: Math.max(0, Math.floor(at)), random, seq: this.int(0, 0x7fffffff) })
  }

  /** Replaces each `{word}` in a text, as in `Bring the {tool}`, by a random word of that list. */
  fill(text: string, words: Readonly<Record<string, readonly string[]>>): string {
    return text.replace(/\{(\w+)\}/g, (brace, name: string) => {
      const list = words[name]
      return list ? this.pick(list) : brace
    })
  }
}
