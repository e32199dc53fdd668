import type { Config } from '../../config.ts'
import { isLoopback } from '../../loopback.ts'
import { type Secrets, sameSecret } from '../../secrets.ts'

/** Letters and digits that can't be taken for one another; 32, so that bytes fall on them evenly. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Whether every first registration has to bring the setup code: wherever the settings say that
 * others than this machine may reach Steward. One that comes from elsewhere (`forwarded`) has to anyway.
 */
export const alwaysAsksForSetupCode = ({
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): boolean =>
  !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustProxy !== false

/**
 * The setup code, for the standard output of the start alone: 80 bits, the same on every instance
 * and after every restart, since it follows from the key of this installation.
 */
export function setupCodeOf(secrets: Secrets): string {
  const bytes = secrets.mac('setup code', 'first owner').subarray(0, 16)
  const signs = [...bytes].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8, 12].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** Whether somebody brought the setup code, however they wrote it. */
export function isSetupCode(secrets: Secrets, typed: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return sameSecret(secrets, plain(typed), plain(setupCodeOf(secrets)))
}
