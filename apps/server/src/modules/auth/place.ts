import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Secrets } from '../../secrets.ts'

/** Where somebody signs in from: what counts as one place for limits, and as known to an account. */
export interface Place {
  ip: string
  userAgent: string | null
  /** The kind of device, for people. */
  device: string
  /** The network as limits count it. */
  network: string
  /** A hash of the kind of device and its wider network, as `known_devices` keeps it. */
  deviceHash: Buffer
  /** A keyed hash of the wider network alone. */
  networkHash: Buffer
}

/** The place that a request comes from. */
export function placeOf(
  secrets: Pick<Secrets, 'mac'>,
  { ip, userAgent }: Pick<Place, 'ip' | 'userAgent'>,
): Place {
  const device = deviceOf(userAgent)
  const wider = neighbourhoodOf(ip)
  return {
    ip,
    userAgent,
    device,
    network: networkOf(ip),
    deviceHash: createHash('sha256').update(`${device}\n${wider}`).digest(),
    networkHash: secrets.mac('known network', wider),
  }
}

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

/** A wider network, in which a person's address moves from day to day: 24 bits of IPv4, 48 of IPv6. */
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

/** Browsers by what only they write, the more particular ones first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What kind of device a user agent speaks of, for people: `Firefox on Windows`. Anybody can write anything there. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const system = systems.find(([sign]) => sign.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A program on ${system}` : 'An unknown device')
}
