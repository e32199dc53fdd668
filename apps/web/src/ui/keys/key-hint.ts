import { useSingleKeys } from './single-keys.ts'

/** Props that announce a single-key shortcut; empty where single keys are turned off. */
export function useKeyHint(key: string): { 'aria-keyshortcuts'?: string; title?: string } {
  const hearsKeys = useSingleKeys(({ on }) => on)
  return hearsKeys ? { 'aria-keyshortcuts': key, title: `Key: ${key}` } : {}
}
