import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { wholeBody } from './whole-body.ts'

/** A message as it came. */
export interface Message {
  id: string
  headers: Record<string, string>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
  event: any
  /** The status that it was answered with. */
  status: number
}

type Answer = (message: Message, response: ServerResponse) => void

/** A receiver of webhooks on loopback, which takes everything unless it is told otherwise. */
export async function webhookReceiver(host = '127.0.0.1') {
  const messages: Message[] = []
  let answer: Answer = (_, response) => void response.end()
  const server = createServer(async (request, response) => {
    const bytes = await wholeBody(request)
    if (!bytes) return
    const body = bytes.toString()
    const headers = textsOf(request.headers)
    const id = headers['webhook-id'] ?? ''
    const message = { id, headers, body, event: JSON.parse(body), status: 0 }
    answer(message, response)
    message.status = response.statusCode
    messages.push(message)
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  const { port } = server.address() as { port: number }
  return {
    url: `http://${host}:${port}/hook`,
    port,
    /** Everything that came, in the order in which it was answered. */
    messages,
    /** What was answered with a success. */
    taken: () => messages.filter(({ status }) => status < 300),
    forget: () => void messages.splice(0),
    answerWith: (other: number | Answer) => {
      answer =
        typeof other === 'number' ? (_, response) => void response.writeHead(other).end() : other
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>

const textsOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
