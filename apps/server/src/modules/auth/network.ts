import { isIPv6 } from 'node:net'

/**
 * The network that counts as one place: an IPv4 address as it is, the first 64 bits of an IPv6
 * address, since one person has all of the rest.
 * @param ip an address, however it is written; anything else stands for itself
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  return isIPv6(ip) ? `${groupsOf(ip).slice(0, 4).join(':')}::/64` : ip.slice(0, 100)
}

/**
 * A wider neighbourhood, in which a person's own address moves from day to day: 24 bits of an IPv4
 * address, 48 of an IPv6 one.
 */
export function neighbourhoodOf(ip: string): string {
  const network = networkOf(ip)
  if (network.endsWith('::/64')) return network.split(':').slice(0, 3).join(':')
  return network.split('.').slice(0, 3).join('.')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const plain = (ip.split('%', 1)[0] ?? '').replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, ...parts: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    },
  )
  const [head = '', tail] = plain.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const before = split(head)
  const after = tail === undefined ? [] : split(tail)
  const middle = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...middle, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}
