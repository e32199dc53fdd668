import type { Config } from '../../config.ts'
import { isLoopback } from '../../loopback.ts'
import { type Secrets, sameSecret } from '../../secrets.ts'

/** Letters and digits without look-alikes; 32 of them, so that bytes map to them evenly. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Whether setup always needs the code, as settings let other machines reach Steward. */
export const alwaysAsksForSetupCode = ({
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): boolean =>
  !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustProxy !== false

/** 80 bits derived from the installation's key, equal on all instances; only printed at the start. */
export function setupCodeOf(secrets: Secrets): string {
  const bytes = secrets.mac('setup code', 'first owner').subarray(0, 16)
  const signs = [...bytes].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8, 12].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** Whether a typed text is the setup code, in upper or lower case and with any separators. */
export function isSetupCode(secrets: Secrets, typed: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return sameSecret(secrets, plain(typed), plain(setupCodeOf(secrets)))
}
