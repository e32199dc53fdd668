import { useSingleKeys } from './single-keys.ts'

/** What a button takes that a single key presses; nothing where somebody has switched single keys off. */
export function useKeyHint(key: string): { 'aria-keyshortcuts'?: string; title?: string } {
  const hearsKeys = useSingleKeys(({ on }) => on)
  return hearsKeys ? { 'aria-keyshortcuts': key, title: `Key: ${key}` } : {}
}
