import { hash } from 'node:crypto'
import type { Totals } from './format.ts'

const newline = 10

/** Counts and digests rows independently of their order: sums their SHA-256 by parts of 32 bits. */
export function rowDigest() {
  const sums = new Uint32Array(8)
  let rows = 0
  let rest: Buffer | undefined

  const addRow = (row: Buffer) => {
    const digest = hash('sha256', row, 'buffer')
    for (let i = 0; i < 8; i += 1) sums[i] = (sums[i] ?? 0) + digest.readUInt32BE(i * 4)
    rows += 1
  }

  return {
    /** Adds a piece of COPY text, which may be cut anywhere. */
    add: (text: Buffer): void => {
      let at = 0
      for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, at)) {
        const row = text.subarray(at, end)
        addRow(rest ? Buffer.concat([rest, row]) : row)
        rest = undefined
        at = end + 1
      }
      if (at < text.length) {
        const end = Buffer.from(text.subarray(at))
        rest = rest ? Buffer.concat([rest, end]) : end
      }
    },
    /** The number of rows and their digest; no digest where the text ends in the middle of a row. */
    result: (): Totals['tables'][string] => {
      const words = [...sums].map((word) => word.toString(16).padStart(8, '0'))
      return { rows, digest: rest ? '' : words.join('') }
    },
  }
}
