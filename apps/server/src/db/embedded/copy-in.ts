import { messageOf } from './protocol-messages.ts'

/** Of one COPY, whose rows wait here. */
const maxBytes = 64 * 1024 * 1024

/** COPY … FROM STDIN under way. */
export interface CopyIn {
  /** @returns bytes for the engine once all has come */
  take(type: string, bytes: Uint8Array): Uint8Array | undefined
}

const statement = /^\s*copy\s[^;]*\sfrom\s+stdin\b/i

/** CopyInResponse: text, columns not counted. */
export const copyInResponse = Uint8Array.of(0x47, 0, 0, 0, 7, 0, 0, 0)

export const beginsCopyIn = (type: string, bytes: Uint8Array): boolean =>
  type === 'Q' && statement.test(Buffer.from(bytes.subarray(5, 4_000)).toString('latin1'))

/** Collects a COPY: the engine reads rows from the statement's bytes and takes their end for the client's. */
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

/** The client has had one already. */
export function withoutCopyInResponse(answer: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + answer.readUInt32BE(at + 1)
    if (answer[at] !== 0x47) kept.push(answer.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
