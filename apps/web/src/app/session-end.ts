import { t } from '@steward/i18n/reader'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetDrafts } from '../api/browser/form-drafts.ts'
import { leaveRoleView } from '../api/browser/role-view.ts'
import { clearSession, sessionLostMessage, signedOutJustNow } from '../features/session/guard.ts'
import { rememberPage } from '../features/session/return-to.ts'
import { useSession } from '../features/session/session.store.ts'
import { notice } from '../ui/messages/messages.tsx'

/**
 * What the session guard does at the end of a session (specification section 2): message, both
 * stored values cleared, and the open page remembered for after signing in. The way to the sign-in
 * page is the caller's.
 */
export function loseSession(href: string): void {
  rememberPage(href)
  notice(sessionLostMessage)
  clearSession()
  useSession.setState({ data: {} })
}

/**
 * Ends the session on the page that stands open: it has expired, the server no longer knows it, or
 * another tab ended it. Where the person signed out themselves, nothing is said.
 */
export function endSession(router: AnyRouter): void {
  const { pathname, publicHref } = router.state.location
  if (pathname === '/') return
  if (signedOutJustNow()) {
    forgetDrafts()
    useSession.setState({ data: {} })
  } else loseSession(publicHref)
  void router.navigate({ to: '/', replace: true })
}

/**
 * The server no longer knows the token of a request (401). If that was the one of viewing as a
 * role (impersonation), only that is over.
 */
export function loseToken(router: AnyRouter): void {
  if (leaveRoleView()) notice(t('Viewing as the role has ended. You are back in your own role.'))
  else endSession(router)
}
