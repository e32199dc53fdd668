/** The key of the session's token in local storage (specification section 2). */
export const tokenKey = 'token'
/** When the session ends: ISO text, or epoch milliseconds or seconds. */
export const tokenExpiryKey = 'tokenExpiry'
/** Where this tab keeps the token of viewing as a role (impersonation), beside the session's own. */
export const viewTokenKey = 'steward-view-token'

/** The session's own token as local storage has it at this very moment; null where there is none. */
export const readOwnToken = (): string | null => localStorage.getItem(tokenKey) || null

/** The bearer token of the next request: that of viewing as a role, else the session's own. */
export const readToken = (): string | null =>
  readOwnToken() && (sessionStorage.getItem(viewTokenKey) || readOwnToken())

/**
 * The header that says who calls. "Every request carries a bearer Authorization header built from a
 * token in browser local storage" (specification section 7): public calls too, where a token is
 * stored. Where none is, nothing is sent, since `Bearer null` is refused by servers that check the
 * header wherever there is one.
 */
export const bearer = (token: string | null): Record<string, string> =>
  // i18n-ignore: a header
  token ? { Authorization: `Bearer ${token}` } : {}
