/**
 * What has been met so far, in a few bytes each: fingerprints of 64 bits and two numbers of 32.
 * Two things with one fingerprint are taken for the same; with a million things that happens once
 * in forty million files.
 */
export class FingerprintSet {
  #slots = 1 << 12
  #used = 0
  #words = new Uint32Array(this.#slots * 4)

  /**
   * Looks something up, and notes it where it is new.
   * @param hash at least 8 bytes of a hash
   * @param first noted with it, never both 0 in a way that matters; a line or a count
   * @returns the numbers noted before, as a place to read and change them, or null where it is new
   */
  add(
    hash: Uint8Array,
    first: number,
    second: number,
  ): { first: number; second: number; set(first: number): void } | null {
    if (this.#used * 2 >= this.#slots) this.#grow()
    const [high, low] = fingerprint(hash)
    const at = this.#find(high, low)
    const words = this.#words
    if (words[at] !== 0 || words[at + 1] !== 0) {
      return {
        first: words[at + 2] as number,
        second: words[at + 3] as number,
        set: (value) => {
          words[at + 2] = value
        },
      }
    }
    words.set([high, low, first, second], at)
    this.#used += 1
    return null
  }

  #find(high: number, low: number): number {
    const mask = this.#slots - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 4
      const [h, l] = [this.#words[at], this.#words[at + 1]]
      if ((h === 0 && l === 0) || (h === high && l === low)) return at
    }
  }

  #grow(): void {
    const old = this.#words
    this.#slots *= 2
    this.#words = new Uint32Array(this.#slots * 4)
    for (let at = 0; at < old.length; at += 4) {
      const [high, low] = [old[at] as number, old[at + 1] as number]
      if (high === 0 && low === 0) continue
      this.#words.set(old.subarray(at, at + 4), this.#find(high, low))
    }
  }
}

function fingerprint(hash: Uint8Array): [number, number] {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
  // An empty slot is two zeros, so no fingerprint may be.
  return [view.getUint32(0) || 1, view.getUint32(4)]
}
