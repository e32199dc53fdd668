import type { Preferences } from '@steward/contract/accounts/preferences-values'

// Read by the start script as well (app/start), so it imports nothing that is large.

export type { Preferences }

const key = 'steward-preferences'

/** What this browser has been told; null for nothing, where storage is forbidden, or where it holds something else. */
export function keptPreferences(): Preferences | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '0')
    return typeof stored === 'object' ? stored : null
  } catch {
    return null
  }
}

/** How whoever sits here likes to read, as far as this browser knows; empty for all as the browser has it. */
export const storedPreferences = (): Preferences => keptPreferences() ?? {}

export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Without storage they last until the page is left.
  }
}

/** Whether a `storage` event is about the preferences. */
export const isOfPreferences = (event: StorageEvent): boolean => event.key === key

/** Whether a tag such as `de-AT` names a language, whatever its region. */
export const isOf = (tag: unknown, language: string): boolean =>
  typeof tag === 'string' && `${tag}-`.toLowerCase().startsWith(`${language}-`.toLowerCase())

/**
 * The language to show: the first wanted one that there is, whatever its region; else English.
 * @param known the languages that there are
 */
export function languageFor(
  wanted: readonly (string | null | undefined)[],
  known: readonly string[],
): string {
  for (const tag of wanted) {
    const found = known.find((code) => isOf(tag, code))
    if (found) return found
  }
  return 'en'
}

/** The languages that the browser's owner prefers. */
export const preferredLanguages = (): readonly string[] =>
  typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
