/** Where the session stands in local storage (specification section 2). */
export const tokenKey = 'token'
/** When it ends: ISO text, or epoch milliseconds or seconds. */
export const tokenExpiryKey = 'tokenExpiry'

/** The bearer token as local storage has it at this very moment; null where there is none. */
export const readToken = (): string | null => localStorage.getItem(tokenKey) || null
