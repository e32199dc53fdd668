/** Where the records that were opened last are kept, and whose they are. */
export const recentKey = 'steward-recent'
const ownerKey = 'steward-recent-of'

/** Deletes the records that another person opened, when somebody has signed in. */
export function claimRecent(who: string | null): void {
  if (localStorage.getItem(ownerKey) !== who) forgetRecent()
  if (who !== null) localStorage.setItem(ownerKey, who)
}

/** Forgets what was opened, as at signing out. */
export function forgetRecent(): void {
  localStorage.removeItem(recentKey)
  localStorage.removeItem(ownerKey)
}
