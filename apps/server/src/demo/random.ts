import { v7 } from 'uuid'

/** A seeded source of chance: the same seed gives the same community. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** True in `share` of all cases. */
  chance(share: number): boolean
  /** One of a list that isn't empty. */
  pick<T>(list: readonly T[]): T
  /** One of a list of things with weights. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
  /** A copy in another order. */
  shuffled<T>(list: readonly T[]): T[]
  /** A UUIDv7 of a time in milliseconds since 1970. */
  id(at: number): string
}

/** @param seed a whole number */
export function seeded(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0
  // mulberry32: 32 bits of state are plenty for a few hundred thousand draws.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    weighted: (list) => {
      let rest = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [thing, weight] of list) {
        rest -= weight
        if (rest < 0) return thing
      }
      return (list.at(-1) as (typeof list)[number])[0]
    },
    shuffled: (list) => {
      const copy = [...list]
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = int(0, i)
        ;[copy[i], copy[j]] = [copy[j] as (typeof copy)[number], copy[i] as (typeof copy)[number]]
      }
      return copy
    },
    id: (at) => {
      const random = new Uint8Array(16)
      for (let i = 0; i < 16; i += 1) random[i] = int(0, 255)
      // The counter is drawn too: uuid's own would remember the last call.
      return v7({ msecs: Math.max(0, Math.floor(at)), random, seq: int(0, 0x7fffffff) })
    },
  }
}
