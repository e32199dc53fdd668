import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Statuses of requests that were refused for what they cost, not for what they ask. */
const refusals = new Set([408, 413, 429, 431, 503])

/** Refusals by Node's own parser, which the framework never sees. */
const parserRefusals: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** In seconds, up to the 10 in which a call is answered. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts and times requests by their route's pattern; what matches no route counts as `unknown`. Labels come from the
 * routes and from the lists above, so that no request can add one.
 */
export function countRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'steward_http_requests_total',
    help: 'Requests answered, by method, route and class of status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'steward_http_request_duration_seconds',
    help: 'Time to the end of the answer, by method and route; without live streams.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const refused = new Counter({
    name: 'steward_http_refused_total',
    help: 'Requests refused for their size, rate or time, or because the server was not ready, by status.',
    labelNames: ['status'],
    registers,
  })
  const dropped = new Counter({
    name: 'steward_http_connections_dropped_total',
    help: 'Connections closed at once, since too many were open.',
    registers,
  })
  for (const status of refusals) refused.inc({ status }, 0)

  app.addHook('onResponse', async (request, reply) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const route = (!request.is404 && request.routeOptions.url) || 'unknown'
    const { statusCode } = reply
    requests.inc({ method, route, status: `${Math.trunc(statusCode / 100)}xx` })
    if (refusals.has(statusCode)) refused.inc({ status: statusCode })
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    durations.observe({ method, route }, reply.elapsedTime / 1_000)
  })
  app.server.on('clientError', ({ code = '' }: NodeJS.ErrnoException) => {
    const status = parserRefusals[code]
    if (status) refused.inc({ status })
  })
  app.server.on('drop', () => dropped.inc())
}
