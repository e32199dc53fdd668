/** A set of 64-bit fingerprints, 16 bytes each; at a million, collisions are negligible. */
export class FingerprintSet {
  #used = 0
  /** The slots, of four words each; an empty slot begins with two zeros. */
  #words = new Uint32Array(4 << 12)

  /** Adds a fingerprint with two numbers; returns those of an equal one if there is one. */
  add(hash: Uint8Array, first: number, second: number) {
    if (this.#used * 8 >= this.#words.length) this.#grow()
    const words = this.#words
    const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
    const [high, low] = [view.getUint32(0) || 1, view.getUint32(4)]
    const at = this.#find(high, low)
    if (words[at] === 0) {
      words.set([high, low, first, second], at)
      this.#used += 1
      return null
    }
    return {
      first: words[at + 2] as number,
      second: words[at + 3] as number,
      set: (value: number): void => {
        words[at + 2] = value
      },
    }
  }

  #find(high: number, low: number): number {
    const words = this.#words
    const mask = words.length / 4 - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 4
      if (words[at] === 0 || (words[at] === high && words[at + 1] === low)) return at
    }
  }

  #grow(): void {
    const old = this.#words
    this.#words = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 4) {
      const [high, low] = [old[at] as number, old[at + 1] as number]
      if (high !== 0) this.#words.set(old.subarray(at, at + 4), this.#find(high, low))
    }
  }
}
