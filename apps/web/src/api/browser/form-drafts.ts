import { readStored } from '../answers/read.ts'

const prefix = 'steward-draft:'
const ownerKey = 'steward-drafts-of'

/** Set once the person has signed out: forms that close afterwards keep nothing. */
let shut = false

/** The unsaved values of a form in this tab; null where there are none that can be read. */
export const readDraft = <T>(key: string): T | null =>
  readStored('sessionStorage', prefix + key) as T | null

/** Stores the unsaved values of a form; where storage is full, nothing is stored. */
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

/** Deletes all drafts of this tab when the person signs out. */
export function forgetDrafts(): void {
  shut = true
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}

/** Keeps the drafts for the same person when the session was lost. */
export function leaveDraftsTo(who: string | null): void {
  if (who !== null) sessionStorage.setItem(ownerKey, who)
}

/** Deletes drafts that another person left, when somebody has signed in. */
export function claimDrafts(who: string | null): void {
  const owner = sessionStorage.getItem(ownerKey)
  sessionStorage.removeItem(ownerKey)
  if (owner !== null && owner !== who) forgetDrafts()
  shut = false
}
