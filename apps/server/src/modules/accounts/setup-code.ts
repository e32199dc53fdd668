import type { Config } from '../../config.ts'
import { isLoopback } from '../../loopback.ts'
import { type Secrets, sameSecret } from '../../secrets.ts'

/** No look-alikes; 32, so that bytes fall on them evenly. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Where settings say that other machines may reach Steward; a forwarded registration needs the code anyway. */
export const alwaysAsksForSetupCode = ({
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): boolean =>
  !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustProxy !== false

/** 80 bits from the installation's key: the same on every instance. Only printed at the start. */
export function setupCodeOf(secrets: Secrets): string {
  const bytes = secrets.mac('setup code', 'first owner').subarray(0, 16)
  const signs = [...bytes].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8, 12].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** In any spelling. */
export function isSetupCode(secrets: Secrets, typed: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return sameSecret(secrets, plain(typed), plain(setupCodeOf(secrets)))
}
