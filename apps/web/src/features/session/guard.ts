import { forgetDrafts, leaveDraftsTo } from '../../api/drafts.ts'
import { forgetMissingCalls } from '../../api/missing-calls.ts'
import { forgetRecent } from '../../api/recent-owner.ts'
import { leaveRoleView } from '../../api/role-view.ts'
import { forgetSlowCalls } from '../../api/slow-calls.ts'
import { tokenExpiryKey, tokenKey } from '../../api/token.ts'
import { forgetAdmin, readAdmin } from './admin.ts'

/** Said by the session guard, to the letter (specification section 2). */
export const sessionLostMessage = 'Session expired or unauthorized access, please log in.'

/** What tells one person from another, as far as the login told. */
export const whoOf = (admin: { id: string | null; email: string | null } | null): string | null =>
  admin?.id ?? admin?.email ?? null

const signedOutKey = 'steward-signed-out'

/** Stores the session. */
export function keepSession(token: string, tokenExpiry: string): void {
  localStorage.removeItem(signedOutKey)
  forgetMissingCalls()
  localStorage.setItem(tokenExpiryKey, tokenExpiry)
  localStorage.setItem(tokenKey, token)
}

/**
 * Clears both stored values, and what is kept of the person; drafts stay, unless they go by choice.
 * @param options.byChoice the person signed out; other tabs then leave without the guard's message
 */
export function clearSession(options: { byChoice?: boolean } = {}): void {
  // Local storage changes reach other tabs in order, so the reason has to go first.
  if (options.byChoice) {
    localStorage.setItem(signedOutKey, String(Date.now()))
    forgetDrafts()
    forgetRecent()
  } else {
    leaveDraftsTo(whoOf(readAdmin(null)))
  }
  leaveRoleView()
  forgetAdmin()
  forgetMissingCalls()
  forgetSlowCalls()
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(tokenExpiryKey)
}

/**
 * Whether the person signed out within the last seconds, here or in another tab: what comes in late then
 * goes without the guard's message.
 */
export const signedOutJustNow = (now = Date.now()): boolean =>
  now - Number(localStorage.getItem(signedOutKey) ?? 0) < 10_000
