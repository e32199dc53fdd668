import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { AuditClient } from '@steward/contract/system/audit-log.routes'
import type { FastifyRequest } from 'fastify'

/** Where a request comes from, as the audit log tells it. */
export interface Caller {
  /** The network address. */
  address: string
  client: AuditClient
}

/** Where a request comes from. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: callerAddress(request),
  client: clientOf(request.headers),
})

/**
 * Whether a browser made a request. Browsers send `Origin` with each write and `Sec-Fetch-Site` over TLS and to the machine
 * itself; a GET that changes something, over plain HTTP, is told by the languages that they ask for.
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
