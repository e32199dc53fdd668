import { type Message, messageOf } from './protocol-messages.ts'

/** How many bytes of rows one COPY may have, which are kept in memory until its end. */
const maxBytes = 64 * 1024 * 1024

const statement = /^\s*copy\s[^;]*\sfrom\s+stdin\b/i

/** The message CopyInResponse: text format, columns not counted. */
export const copyInResponse = Uint8Array.of(0x47, 0, 0, 0, 7, 0, 0, 0)

export const beginsCopyIn = (type: string, bytes: Uint8Array): boolean =>
  type === 'Q' && statement.test(Buffer.from(bytes.subarray(5, 4_000)).toString('latin1'))

/** A COPY … FROM STDIN under way: takes messages, and returns what to send to the engine once all rows have come. */
export type CopyIn = ReturnType<typeof beginCopyIn>

/** Collects the rows of a COPY: the engine expects them in the same bytes as the statement. */
export function beginCopyIn(query: Uint8Array) {
  let parts: Uint8Array[] = [query]
  let size = 0
  return ({ type, bytes }: Message): Buffer | undefined => {
    if (type === 'd') {
      size += bytes.length
      if (size <= maxBytes) parts.push(bytes)
      else parts = [query]
      return undefined
    }
    if (type !== 'c' && type !== 'f') return undefined
    const tooMuch = size > maxBytes && messageOf('f', `more than ${maxBytes} bytes`)
    return Buffer.concat([...parts, tooMuch || bytes])
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
