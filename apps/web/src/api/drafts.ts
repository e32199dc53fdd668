const prefix = 'steward-draft:'
const ownerKey = 'steward-drafts-of'

/** Set once the person has signed out: forms that close afterwards keep nothing. */
let shut = false

/** What stood unsaved in a form of this tab; null where there is nothing that can be read. */
export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps what stands unsaved in a form. Where there is no room for it, nothing is kept. */
export function keepDraft(key: string, value: unknown): void {
  if (shut) return
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    forgetDraft(key)
  }
}

/** Forgets one draft, saved or given up. */
export const forgetDraft = (key: string): void => sessionStorage.removeItem(prefix + key)

/** The person signed out: nothing of theirs stays behind in this tab. */
export function forgetDrafts(): void {
  shut = true
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}

/** The session was lost: the drafts wait for the same person. */
export function leaveDraftsTo(who: string | null): void {
  if (who !== null) sessionStorage.setItem(ownerKey, who)
}

/** Somebody signed in: drafts that were left by another person go. */
export function claimDrafts(who: string | null): void {
  const owner = sessionStorage.getItem(ownerKey)
  sessionStorage.removeItem(ownerKey)
  if (owner !== null && owner !== who) forgetDrafts()
  shut = false
}
