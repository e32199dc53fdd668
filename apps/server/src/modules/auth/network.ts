import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one place: an IPv4 address as it is, the first 64 bits of an IPv6
 * address, since one person has all of the rest.
 * @param ip an address, however it is written; anything else stands for itself
 */
export function networkOf(ip: string): string {
  const address = read(ip)
  if (!address) return ip.slice(0, 100)
  return address.kind() === 'ipv4' ? address.toString() : `${prefixOf(address, 4)}::/64`
}

/**
 * A wider neighbourhood, in which a person's own address moves from day to day: 24 bits of an IPv4
 * address, 48 of an IPv6 one.
 */
export function neighbourhoodOf(ip: string): string {
  const address = read(ip)
  return address ? prefixOf(address, 3) : ip.slice(0, 100)
}

/** An address, an IPv4 one also where it is mapped; ipaddr.js alone would take `1.2` for one. */
const read = (ip: string) => (isIP(ip) ? ipaddr.process(ip.split('%', 1)[0] ?? '') : null)

/** The first groups of an address. They are stored: their writing has to stay as it is. */
const prefixOf = (address: ipaddr.IPv4 | ipaddr.IPv6, groups: number): string =>
  address
    .toNormalizedString()
    .split(/[.:]/)
    .slice(0, groups)
    .join(address.kind() === 'ipv4' ? '.' : ':')
