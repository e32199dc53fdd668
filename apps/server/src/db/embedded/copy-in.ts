import { messageOf } from './protocol-messages.ts'

/** How many bytes of rows one COPY may have, which are kept in memory until its end. */
const maxBytes = 64 * 1024 * 1024

/** A statement COPY … FROM STDIN that is under way. */
export interface CopyIn {
  /** @returns the bytes to send to the engine, once all rows have come; undefined before */
  take(type: string, bytes: Uint8Array): Uint8Array | undefined
}

const statement = /^\s*copy\s[^;]*\sfrom\s+stdin\b/i

/** The message CopyInResponse: text format, columns not counted. */
export const copyInResponse = Uint8Array.of(0x47, 0, 0, 0, 7, 0, 0, 0)

export const beginsCopyIn = (type: string, bytes: Uint8Array): boolean =>
  type === 'Q' && statement.test(Buffer.from(bytes.subarray(5, 4_000)).toString('latin1'))

/** Collects the rows of a COPY: the engine expects them in the same bytes as the statement. */
export function beginCopyIn(query: Uint8Array): CopyIn {
  let parts: Uint8Array[] = [query]
  let size = 0
  return {
    take: (type, bytes) => {
      if (type === 'd') {
        size += bytes.length
        if (size <= maxBytes) parts.push(bytes)
        else parts = [query]
        return undefined
      }
      if (type !== 'c' && type !== 'f') return undefined
      if (size > maxBytes)
        return Buffer.concat([query, messageOf('f', `more than ${maxBytes} bytes`)])
      return Buffer.concat([...parts, bytes])
    },
  }
}

/** An answer without CopyInResponse, which the client has had already. */
export function withoutCopyInResponse(answer: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + answer.readUInt32BE(at + 1)
    if (answer[at] !== 0x47) kept.push(answer.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
