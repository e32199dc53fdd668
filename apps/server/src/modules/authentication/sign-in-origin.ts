import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import ipaddr from 'ipaddr.js'
import type { Secrets } from '../../secrets.ts'

/** The device and network of a sign-in, for rate limits and as a known place of an account. */
export interface SignInOrigin {
  ip: string
  userAgent: string | null
  device: Said
  /** The network by which rate limits count. */
  network: string
  /** The hash (SHA-256, without a key) of the device and its wider network. */
  deviceHash: Buffer
  /** The keyed hash of the wider network. */
  networkHash: Buffer
}

export function signInOriginOf(
  secrets: Pick<Secrets, 'mac'>,
  { ip, userAgent }: Pick<SignInOrigin, 'ip' | 'userAgent'>,
): SignInOrigin {
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

/** The network of one person: an IPv4 address, or 64 bits of IPv6; other text stays as it is. */
export function networkOf(ip: string): string {
  const address = read(ip)
  if (!address) return ip.slice(0, 100)
  return address.kind() === 'ipv4' ? address.toString() : `${prefixOf(address, 4)}::/64`
}

/** The wider network in which a person's address changes: 24 bits of IPv4 or 48 of IPv6. */
export function neighbourhoodOf(ip: string): string {
  const address = read(ip)
  return address ? prefixOf(address, 3) : ip.slice(0, 100)
}

/** Parses an IP address, mapped IPv4 as IPv4; `isIP` refuses `1.2`, which ipaddr.js takes for one. */
const read = (ip: string) => (isIP(ip) ? ipaddr.process(ip.split('%', 1)[0] ?? '') : null)

/** The prefix of an address; hashes of it are stored, so its form must not change. */
const prefixOf = (address: ipaddr.IPv4 | ipaddr.IPv6, groups: number): string =>
  address
    .toNormalizedString()
    .split(/[.:]/)
    .slice(0, groups)
    .join(address.kind() === 'ipv4' ? '.' : ':')

/** Patterns of browsers, more specific ones first. */
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

/**
 * A device such as `Firefox on Windows`; not trustworthy, since clients can send anything. Hashes of its English are
 * kept, so that must not change.
 */
export function deviceOf(userAgent: string | null): Said {
  const text = userAgent ?? ''
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const system = systems.find(([sign]) => sign.test(text))?.[1]
  // i18n: “Firefox on Linux”
  if (browser && system) return say('{browser} on {system}', { browser, system })
  return browser ?? (system ? say('A program on {system}', { system }) : msg('An unknown device'))
}
