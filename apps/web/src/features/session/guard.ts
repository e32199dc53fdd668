import { forgetDrafts, leaveDraftsTo } from '../../api/browser/form-drafts.ts'
import { forgetRecent } from '../../api/browser/recent-owner.ts'
import { leaveRoleView } from '../../api/browser/role-view.ts'
import { tokenExpiryKey, tokenKey } from '../../api/browser/token.ts'
import { forgetMissingCalls } from '../../api/missing-calls.ts'
import { forgetSlowCalls } from '../../api/slow-calls.ts'
import { forgetAdmin, readAdmin } from './admin.ts'

/** The exact wording of specification section 2, in every language. */
// i18n-ignore: the specification’s
export const sessionLostMessage = 'Session expired or unauthorized access, please log in.'

export const whoOf = (admin: { id: string | null; email: string | null } | null): string | null =>
  admin?.id ?? admin?.email ?? null

const signedOutKey = 'steward-signed-out'

export function keepSession(token: string, tokenExpiry: string): void {
  localStorage.removeItem(signedOutKey)
  forgetMissingCalls()
  localStorage.setItem(tokenExpiryKey, tokenExpiry)
  localStorage.setItem(tokenKey, token)
}

/**
 * Ends the session and, unless `byChoice`, keeps drafts; other tabs then show the guard message.
 */
export function clearSession(options: { byChoice?: boolean } = {}): void {
  // Other tabs receive storage events in order, so the reason is written first.
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

/** Whether the person signed out seconds ago in any tab, so that late failures show no message. */
export const signedOutJustNow = (now = Date.now()): boolean =>
  now - Number(localStorage.getItem(signedOutKey) ?? 0) < 10_000
