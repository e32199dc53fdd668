import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { AuditClient } from '@steward/contract/audit-log/audit-log.routes'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

export interface Caller {
  address: string
  client: AuditClient
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: callerAddress(request),
  client: clientOf(request.headers),
})

/** What made a request. Browsers send `Origin` or `Sec-Fetch-Site`; over plain HTTP, languages give a GET away. */
export function clientOf(headers: IncomingHttpHeaders): AuditClient {
  const isBrowser =
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    (headers['accept-language'] ?? '*') !== '*'
  return isBrowser ? 'browser' : 'script'
}

/** The caller's address behind the proxies of TRUST_PROXY; the connection's if a header holds no address. */
export function callerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const address = bracketed ?? plain ?? ip
  // The address parser accepts any text as a zone, as in fe80::1%eth0.
  return isIP(address) && !address.includes('%') ? address : (socket.remoteAddress ?? '')
}

/** The headers that proxies and content delivery networks add, beside all `x-forwarded-…`. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'x-azure-clientip',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'tailscale-user-login',
]

/**
 * Whether a request came from another machine, also through a proxy (only those speak HTTP/1.0). A caller can
 * add headers but not remove those of a proxy, so a wrong result is true rather than false.
 */
export function isForwarded({
  headers,
  socket,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'socket' | 'httpVersion'>): boolean {
  if (httpVersion === '1.0' || !isLoopback(socket.remoteAddress ?? '')) return true
  const names = Object.keys(headers)
  if (names.some((name) => name.startsWith('x-forwarded') || forwardingHeaders.includes(name))) {
    return true
  }
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (!host || !isLoopback(host.hostname)) return true
  const origin = headers.origin === undefined ? host : URL.parse(headers.origin)
  return !origin || !isLoopback(origin.hostname)
}
