import { t } from '@steward/i18n/reader'
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

/** Props that announce a single-key shortcut; empty where single keys are turned off. */
export function useKeyHint(key: string): { 'aria-keyshortcuts'?: string; title?: string } {
  const hearsKeys = useSingleKeys(({ on }) => on)
  return hearsKeys ? { 'aria-keyshortcuts': key, title: t('Key: {key}', { key }) } : {}
}
