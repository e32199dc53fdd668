import type { LiveChange } from '@steward/contract/live/live'
import { serve } from './server.ts'

/** One stream that was opened. */
interface Opened {
  /** The event after which it shall go on; null where it begins. */
  after: string | null
  /** Sends text as it is. */
  send: (text: string) => void
  /** Ends it, as a server does that stops. */
  end: () => void
}

/**
 * Serves the stream of changes from the test itself.
 * @returns every stream that was opened, in their order, and what sends through the last one
 */
export function serveLive(welcome = 'id: 1\nevent: welcome\ndata: {"quiet":600000}\n\n') {
  const opened: Opened[] = []
  let id = 1
  serve({
    'live.stream': ({ headers }) => {
      const after = headers.get('Last-Event-ID')
      let out: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          out = controller
        },
      })
      const send = (text: string) => out.enqueue(new TextEncoder().encode(text))
      opened.push({ after, send, end: () => out.close() })
      send(after === null ? welcome : ': on\n\n')
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    },
  })
  const send = (text: string) => opened.at(-1)?.send(text)
  return {
    opened,
    send,
    end: () => opened.at(-1)?.end(),
    event: (name: string, data: object = {}) =>
      send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    change: (change: Omit<LiveChange, 'at'>) => {
      id += 1
      const at = new Date().toISOString()
      send(`id: ${id}\ndata: ${JSON.stringify({ ...change, at })}\n\n`)
    },
  }
}
