import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, number]

/** The private networks that requests may go to: none, some, or all. */
export type PrivateNetworks = 'all' | readonly Network[]

/** Reads the setting OUTBOUND_PRIVATE_NETWORKS; undefined where it is neither networks nor `true`. */
export function readNetworks(value: string): PrivateNetworks | undefined {
  const entries = value.split(',').map((entry) => entry.trim())
  if (entries.length === 1 && entries[0] === 'true') return 'all'
  const networks = entries.map(networkOf)
  return networks.every((network) => network !== undefined) ? networks : undefined
}

/** Only dotted IPv4, as ipaddr.js alone would take `10` for an address. */
const isWritten = (address: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)

function networkOf(entry: string): Network | undefined {
  const [address = '', length, ...rest] = entry.split('/')
  if (!isWritten(address) || address.includes('%') || rest.length > 0) return undefined
  if (length === undefined) {
    const one = ipaddr.process(address)
    return [one, one.kind() === 'ipv4' ? 32 : 128]
  }
  return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined
}

/** NAT64 (RFC 6052): an IPv6 network in which an IPv4 address is the last four bytes. */
const nat64: Network = [ipaddr.IPv6.parse('64:ff9b::'), 96]
/** What IPv6 has given out for use between networks; all else of it is for something special. */
const globalUnicast: Network = [ipaddr.IPv6.parse('2000::'), 3]

const isIn = (address: Address, [network, length]: Network): boolean =>
  address.kind() === network.kind() && address.match(network as ipaddr.IPv4, length)

/** The address that is reached in the end: that which an IPv6 address only wraps (mapped, NAT64), or itself. */
function reached(text: string): Address {
  const address = ipaddr.process(text.split('%', 1)[0] ?? '')
  return isIn(address, nat64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address
}

/**
 * Where an address leads: out into the internet; to this machine, a private or another special network that is
 * allowed; or to one that isn't.
 */
export function reachOf(text: string, allowed: PrivateNetworks): 'public' | 'allowed' | 'refused' {
  const address = reached(text)
  const isPublic =
    address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, globalUnicast))
  if (isPublic) return 'public'
  const isAllowed = allowed === 'all' || allowed.some((network) => isIn(address, network))
  return isAllowed ? 'allowed' : 'refused'
}
