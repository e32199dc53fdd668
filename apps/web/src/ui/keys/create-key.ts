import { useKeyHint } from './single-keys.ts'

const mark = '[data-create]'

/** Props for the button that creates a record, which the key `c` then presses. */
export function useCreateKey(): object {
  return { 'data-create': true, ...useKeyHint('c') }
}

const button = () => document.querySelector<HTMLElement>(mark)

export const canCreate = (): boolean => button() !== null

/** Presses the create button; returns whether there is one. */
export function pressCreate(): boolean {
  const found = button()
  found?.click()
  return found !== null
}
