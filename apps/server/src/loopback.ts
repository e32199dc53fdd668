import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether a host reaches this machine alone: `localhost` and names below it, 127.0.0.0/8, `::1`.
 * @param host a name or an address, an IPv6 one with or without brackets
 */
export function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (plain === 'localhost' || plain.endsWith('.localhost')) return true
  // ipaddr.js alone would take `127.1` for an address.
  return isIP(plain) > 0 && ipaddr.process(plain.split('%', 1)[0] ?? '').range() === 'loopback'
}
