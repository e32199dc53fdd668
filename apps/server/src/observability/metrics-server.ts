import { createServer } from 'node:http'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from '../operator-error.ts'

/** Scrapes at a time; more are refused, since nobody needs them. */
const maxConnections = 20

/**
 * An HTTP server that answers `GET /metrics` and nothing else.
 * @param text makes the answer
 */
export function serveMetrics(
  { host, port }: { host: string; port: number },
  type: string,
  text: () => Promise<string>,
) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const body = await text()
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.maxConnections = maxConnections
  server.requestTimeout = 10_000
  server.headersTimeout = 10_000
  return {
    /** @throws {OperatorError} where the port can't be opened */
    listen: async () => {
      await new Promise<void>((done, fail) => {
        server.once('error', ({ code }: NodeJS.ErrnoException) => {
          const words = say(
            'Metrics can’t be served at {address} ({code}). Set METRICS_PORT and METRICS_HOST to an address of this machine that is free.',
            { address: `${host}:${port}`, code },
          )
          fail(new OperatorError(words))
        })
        server.listen(port, host, done)
      })
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
