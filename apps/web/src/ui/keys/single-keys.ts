import { create } from 'zustand'

const key = 'steward-single-keys'

/** Whether single letters are keys (WCAG 2.2, 2.1.4); on by default, stored in this browser. */
export const useSingleKeys = create<{ on: boolean }>()(() => ({
  on: localStorage.getItem(key) !== 'off',
}))

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  useSingleKeys.setState({ on })
}
