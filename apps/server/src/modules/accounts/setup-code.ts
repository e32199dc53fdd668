import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { type Secrets, sameSecret } from '../../secrets.ts'

/** Letters and digits that can't be taken for one another; 32, so that bytes fall on them evenly. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Whether only this machine reaches a listening address. */
function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (plain === 'localhost' || plain === '::1') return true
  return isIP(plain) === 4 && plain.startsWith('127.')
}

/** Whether the first owner has to bring the setup code: whoever listens beyond loopback asks. */
export const asksForSetupCode = ({ host }: Pick<Config, 'host'>): boolean => !isLoopback(host)

/**
 * The setup code, for the standard output of the start alone: 80 bits, the same on every instance
 * and after every restart, since it follows from the key of this installation.
 */
export function setupCodeOf(secrets: Secrets): string {
  const signs = [...secrets.mac('setup code', 'first owner').subarray(0, 16)].map(
    (byte) => alphabet[byte % alphabet.length],
  )
  return [0, 4, 8, 12].map((from) => signs.slice(from, from + 4).join('')).join('-')
}

/** Whether somebody brought the setup code, however they wrote it. */
export function isSetupCode(secrets: Secrets, typed: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return sameSecret(secrets, plain(typed), plain(setupCodeOf(secrets)))
}
