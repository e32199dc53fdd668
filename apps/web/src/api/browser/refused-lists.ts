import { tokenExpiryKey, viewTokenKey } from './token.ts'

const key = 'steward-refused-lists'

/** Keeps which lists the role doesn't permit, for the next load of this session. */
export function keepRefusedLists(lists: readonly string[]): void {
  const session = localStorage.getItem(tokenExpiryKey)
  localStorage.setItem(key, JSON.stringify({ session, lists }))
}

/**
 * Whether a list may be loaded before the permissions are: not if they are known to refuse it, nor
 * while viewing as another role. Unknown cases are left to the server to refuse.
 */
export function mayAskEarly(list: string): boolean {
  if (sessionStorage.getItem(viewTokenKey)) return false
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
  return kept.session !== localStorage.getItem(tokenExpiryKey) || !kept.lists.includes(list)
}
