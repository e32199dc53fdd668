import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A proxy in front of several servers. */
export interface RoundRobin {
  url: string
  /** How many requests each server has had. */
  counts: readonly number[]
  close(): Promise<void>
}

/**
 * Starts a proxy that gives each request to the next server in turn, whoever sends it and on whatever
 * connection; streams pass as they come.
 * @param ports where the servers listen on this machine; they may come later
 */
export async function startRoundRobin(port: number, ports: readonly number[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  const counts = ports.map(() => 0)
  let turn = 0
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const which = turn % ports.length
    turn += 1
    counts[which] = (counts[which] ?? 0) + 1
    const { method, url: path, headers, socket } = from
    const passed = request(
      {
        agent,
        host: '127.0.0.1',
        port: ports[which],
        method,
        path,
        headers: { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' },
      },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        to.flushHeaders()
        answer.pipe(to)
        answer.on('error', () => to.destroy())
      },
    )
    passed.on('error', () => to.destroy())
    // Whoever goes ends what was asked for them, streams above all.
    to.on('close', () => passed.destroy())
    from.pipe(passed)
  }
  const server = createServer(pass)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}
