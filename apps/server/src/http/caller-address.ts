import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

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
