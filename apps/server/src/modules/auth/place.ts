import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Secrets } from '../../secrets.ts'

/** Where somebody signs in from, for limits and as known to an account. */
export interface Place {
  ip: string
  userAgent: string | null
  device: string
  /** As limits count it. */
  network: string
  /** Of the device and its wider network. */
  deviceHash: Buffer
  /** Of the wider network, keyed. */
  networkHash: Buffer
}

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

/** What counts as one place: an IPv4 address, or 64 bits of IPv6, which one person has. Anything but an IP as it is. */
export function networkOf(ip: string): string {
  const address = read(ip)
  if (!address) return ip.slice(0, 100)
  return address.kind() === 'ipv4' ? address.toString() : `${prefixOf(address, 4)}::/64`
}

/** In which an address moves from day to day: 24 bits of IPv4, 48 of IPv6. */
export function neighbourhoodOf(ip: string): string {
  const address = read(ip)
  return address ? prefixOf(address, 3) : ip.slice(0, 100)
}

/** IPv4 also where it is mapped. ipaddr.js alone would take `1.2` for an address. */
const read = (ip: string) => (isIP(ip) ? ipaddr.process(ip.split('%', 1)[0] ?? '') : null)

/** Stored: its form has to stay. */
const prefixOf = (address: ipaddr.IPv4 | ipaddr.IPv6, groups: number): string =>
  address
    .toNormalizedString()
    .split(/[.:]/)
    .slice(0, groups)
    .join(address.kind() === 'ipv4' ? '.' : ':')

/** The more particular ones first. */
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

/** `Firefox on Windows`; anybody can send anything. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const system = systems.find(([sign]) => sign.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A program on ${system}` : 'An unknown device')
}
