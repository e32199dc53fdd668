import { useSingleKeys } from './single-keys.ts'

/** The `aria-keyshortcuts` of a single key, unless those are off. */
export function useKeyHint(key: string): { 'aria-keyshortcuts'?: string; title?: string } {
  const hearsKeys = useSingleKeys(({ on }) => on)
  return hearsKeys ? { 'aria-keyshortcuts': key, title: `Key: ${key}` } : {}
}
