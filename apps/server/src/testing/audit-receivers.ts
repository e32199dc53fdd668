import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { wholeBody } from './whole-body.ts'

/** What a receiver has read of an entry; the rest is JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
type Received = { head: string; entry: any }

/** Splits what came over TCP into whole messages (octet counting); a cut one at the end is left out. */
function messagesIn(bytes: Buffer): Received[] {
  const messages: Received[] = []
  let rest = bytes
  for (;;) {
    const digits = /^(\d+) /.exec(rest.subarray(0, 12).toString())
    if (!digits) return messages
    const [from, length] = [digits[0].length, Number(digits[1])]
    if (rest.length < from + length) return messages
    const message = rest.subarray(from, from + length).toString()
    rest = rest.subarray(from + length)
    const json = message.indexOf('{')
    messages.push({ head: message.slice(0, json), entry: JSON.parse(message.slice(json)) })
  }
}

/** A syslog server on TCP, or with a certificate on TLS, which can be killed and started again on its port. */
export async function syslogReceiver(secure?: { key: string; cert: string }) {
  const connections: Buffer[] = []
  let breakAfter = Number.POSITIVE_INFINITY
  let sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    sockets.add(socket)
    const n = connections.push(Buffer.alloc(0)) - 1
    socket.on('data', (bytes) => {
      const kept = bytes.subarray(0, breakAfter)
      connections[n] = Buffer.concat([connections[n] ?? Buffer.alloc(0), kept])
      breakAfter -= kept.length
      if (breakAfter === 0) kill()
    })
    socket.on('error', () => {})
  }
  let server: Server | undefined
  let port = 0
  const start = async () => {
    breakAfter = Number.POSITIVE_INFINITY
    server = secure ? createTlsServer(secure, take) : createServer(take)
    await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
    port = (server.address() as { port: number }).port
  }
  const kill = () => {
    server?.close()
    for (const socket of sockets) socket.resetAndDestroy()
    sockets = new Set()
  }
  await start()
  return {
    port,
    certificate: secure?.cert ?? '',
    start,
    kill,
    /** Kills it once it has read so many more bytes. */
    killAfter: (bytes: number) => {
      breakAfter = bytes
    },
    connections: () => connections.length,
    received: () => connections.flatMap(messagesIn),
  }
}

/** An HTTP server that takes NDJSON and answers with the status that it is told. */
export async function ndjsonReceiver() {
  const taken: string[] = []
  let headers: IncomingHttpHeaders = {}
  let status = 200
  const server = createHttpServer(async (request, response) => {
    const body = await wholeBody(request)
    if (!body) return
    headers = request.headers
    if (status === 200) taken.push(body.toString())
    response.writeHead(status).end('whatever')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as { port: number }).port,
    answerWith: (code: number) => {
      status = code
    },
    headers: () => headers,
    received: (): { id: string }[] =>
      taken.flatMap((body) => body.trimEnd().split('\n')).map((line) => JSON.parse(line)),
    close: () => server.close(),
  }
}
