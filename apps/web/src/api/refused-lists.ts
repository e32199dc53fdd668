import { tokenExpiryKey, viewTokenKey } from './token.ts'

const key = 'steward-refused-lists'

/** Keeps which lists the role doesn't permit, for the next load of this session. */
export function keepRefusedLists(lists: readonly string[]): void {
  const session = localStorage.getItem(tokenExpiryKey)
  localStorage.setItem(key, JSON.stringify({ session, lists }))
}

/**
 * Whether a list may be asked for before the permissions have come: not one that they are known to refuse, and
 * none while everything is seen as another role does. What isn't known, the server refuses itself.
 */
export function mayAskEarly(list: string): boolean {
  if (sessionStorage.getItem(viewTokenKey)) return false
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
  return kept.session !== localStorage.getItem(tokenExpiryKey) || !kept.lists.includes(list)
}
