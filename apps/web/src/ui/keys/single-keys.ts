import { create } from 'zustand'

const key = 'steward-single-keys'

/**
 * Whether single letters are keys (WCAG 2.2, 2.1.4 Character Key Shortcuts). Kept in this browser; on unless turned off.
 */
export const useSingleKeys = create<{ on: boolean }>()(() => ({
  on: localStorage.getItem(key) !== 'off',
}))

/** Turns single letters on or off as keys. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  useSingleKeys.setState({ on })
}
