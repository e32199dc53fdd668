import { createParser } from 'eventsource-parser'

/** Characters of one event at the most; what is longer ends the stream. */
const maxBuffered = 512 * 1024

/** Receives what a stream sends. */
export interface EventListener {
  /** @param event `message` unless the server names it */
  onEvent: (event: string, data: string) => void
  /** The id after which the stream can go on, from `Last-Event-ID`. */
  onId: (id: string) => void
  /** Called for any data, also for a keep-alive. */
  onBytes: () => void
}

/**
 * Reads server-sent events until the stream ends or is aborted.
 * @throws Error where the stream breaks off or an event is too long
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  listener: EventListener,
  signal: AbortSignal,
): Promise<void> {
  let tooLong: Error | null = null
  const parser = createParser({
    maxBufferSize: maxBuffered,
    onEvent: ({ event = 'message', data }) => listener.onEvent(event, data),
    onId: listener.onId,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') tooLong = error
    },
  })
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      listener.onBytes()
      parser.feed(decoder.decode(value, { stream: true }))
      if (tooLong) throw tooLong
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
