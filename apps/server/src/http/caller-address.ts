import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { AuditClient } from '@steward/contract/system/audit-log.routes'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

/** Where a request comes from, as the audit log shows it. */
export interface Caller {
  /** The network address. */
  address: string
  client: AuditClient
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: callerAddress(request),
  client: clientOf(request.headers),
})

/**
 * Whether a browser made a request. Browsers send `Origin` with each write and `Sec-Fetch-Site` over TLS and to the
 * machine itself; a GET that changes something, over plain HTTP, is known by the languages that they ask for.
 */
export function clientOf(headers: IncomingHttpHeaders): AuditClient {
  const isBrowser =
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    (headers['accept-language'] ?? '*') !== '*'
  return isBrowser ? 'browser' : 'script'
}

/**
 * The address that a request came from, as far as TRUST_PROXY goes. What a forwarding header says
 * counts only where it is an address, with or without a port: it is what attempts are limited by,
 * and what sessions show. For anything else the machine counts that has the connection.
 */
export function callerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const address = bracketed ?? plain ?? ip
  // A zone, as of fe80::1%eth0, is free text to the parser.
  return isIP(address) && !address.includes('%') ? address : (socket.remoteAddress ?? '')
}

/** Headers that proxies and content delivery networks add, beside all that begin `x-forwarded-`. */
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
 * Whether a request shows that it came from another machine, be it through a proxy: by its
 * connection, a forwarding header, the name that it asks for, the page that it comes from, or
 * HTTP/1.0, which proxies speak to what is behind them and browsers don't. A caller can add to these
 * but not take away what a proxy adds, so this can only err towards true.
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
