import { isIP } from 'node:net'

/**
 * Whether a host reaches this machine alone: `localhost` and names below it, 127.0.0.0/8, `::1`.
 * @param host a name or an address, an IPv6 one with or without brackets
 */
export function isLoopback(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(?=\d+\.)/, '')
  if (plain === 'localhost' || plain.endsWith('.localhost') || plain === '::1') return true
  return isIP(plain) === 4 && plain.startsWith('127.')
}
