import { messageOf } from './protocol-messages.ts'

/** Bytes of the rows of one COPY at the most: they wait here until they are whole. */
const maxBytes = 64 * 1024 * 1024

/** COPY … FROM STDIN that is under way on a connection. */
export interface CopyIn {
  /** Takes what the client sends next. @returns the bytes for the engine once it has sent all */
  take(type: string, bytes: Uint8Array): Uint8Array | undefined
}

const statement = /^\s*copy\s[^;]*\sfrom\s+stdin\b/i

/** What a server answers before the rows may come: text, of columns that it doesn't count. */
export const copyInResponse = Uint8Array.of(0x47, 0, 0, 0, 7, 0, 0, 0)

/** Whether a message is the statement COPY … FROM STDIN. */
export const beginsCopyIn = (type: string, bytes: Uint8Array): boolean =>
  type === 'Q' && statement.test(Buffer.from(bytes.subarray(5, 4_000)).toString('latin1'))

/**
 * Puts a COPY together. The engine reads the rows out of the same bytes as the statement and takes an
 * end of them for the end of the client, so they are kept here until the last has come.
 */
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

/** An answer of the engine without its own CopyInResponse, which the client has had already. */
export function withoutCopyInResponse(answer: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + answer.readUInt32BE(at + 1)
    if (answer[at] !== 0x47) kept.push(answer.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
