import { useKeyHint } from './key-hint.ts'

const mark = '[data-create]'

/** Props of the create button, so that `c` presses it. */
export function useCreateKey(): object {
  return { 'data-create': true, ...useKeyHint('c') }
}

const button = () => document.querySelector<HTMLElement>(mark)

export const canCreate = (): boolean => button() !== null

/** @returns whether there is a button */
export function pressCreate(): boolean {
  const found = button()
  found?.click()
  return found !== null
}
