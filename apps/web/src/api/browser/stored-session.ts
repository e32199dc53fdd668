import { readOwnToken, tokenExpiryKey } from './token.ts'

/**
 * When a stored expiry is, in epoch milliseconds. Servers store it as ISO text or as an epoch in
 * milliseconds or seconds, so all three are read.
 * @returns null where there is none, or none that can be read
 */
export function expiryOf(stored: string | null): number | null {
  const text = stored?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text)
    // In milliseconds a number this small would be before 1973: it is seconds.
    return number < 1e11 ? number * 1000 : number
  }
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** Milliseconds that the stored session has left; 0 where it is over or there is none. */
export function sessionLeft(now = Date.now()): number {
  if (!readOwnToken()) return 0
  return Math.max(0, (expiryOf(localStorage.getItem(tokenExpiryKey)) ?? 0) - now)
}

/** The session guard's question (specification section 2): token and expiry stored, and not passed. */
export const sessionOpen = (now = Date.now()): boolean => sessionLeft(now) > 0
