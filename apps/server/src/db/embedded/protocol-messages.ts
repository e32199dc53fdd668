const protocolVersion = 196_608
const sslRequest = 80_877_103
const cancelRequest = 80_877_102

export interface Message {
  /** The letter of the message, or which opening message it is. */
  type: string | 'startup' | 'ssl' | 'cancel'
  bytes: Uint8Array
}

/** A protocol message with one text. */
export function messageOf(type: string, text: string): Buffer {
  const message = Buffer.from(`${type}\0\0\0\0${text}\0`, 'latin1')
  message.writeUInt32BE(message.length - 1, 1)
  return message
}

/** Makes a function that takes received bytes and returns the messages that are complete. */
export function messageSplitter(): (data: Uint8Array) => Message[] {
  let chunks: Uint8Array[] = []
  let length = 0
  let wanted = 0
  let started = false

  return (data) => {
    chunks.push(data)
    length += data.length
    // Chunks are joined only once a message is complete: large ones come in many pieces.
    if (length < wanted) return []
    let rest = chunks.length === 1 ? data : Buffer.concat(chunks)
    const messages: Message[] = []
    for (;;) {
      const size = sizeOf(rest, started)
      wanted = size
      if (size === 0 || rest.length < size) break
      const type = started ? String.fromCharCode(rest[0] as number) : opening(rest)
      if (type === 'startup') started = true
      // The bytes are copied, since the socket reuses its buffer.
      messages.push({ type, bytes: rest.slice(0, size) })
      rest = rest.subarray(size)
    }
    chunks = rest.length > 0 ? [rest] : []
    length = rest.length
    return messages
  }
}

const int32 = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)

/** The size of the first message in bytes; 0 while it isn't known. */
function sizeOf(bytes: Uint8Array, started: boolean): number {
  if (started) return bytes.length < 5 ? 0 : 1 + int32(bytes, 1)
  return bytes.length < 8 ? 0 : int32(bytes, 0)
}

function opening(bytes: Uint8Array): 'startup' | 'ssl' | 'cancel' {
  const code = int32(bytes, 4)
  if (code === sslRequest) return 'ssl'
  if (code === cancelRequest) return 'cancel'
  if (code === protocolVersion) return 'startup'
  throw new Error(`a client spoke an unknown protocol (${code})`)
}
