import { useKeyHint } from './key-hint.ts'

/** Marks the button or link that makes a record of the list that is shown. */
const mark = '[data-create]'

/** What the button or link takes that makes a record of the list that is shown, so that `c` presses it. */
export function useCreateKey(): object {
  return { 'data-create': true, ...useKeyHint('c') }
}

const button = () => document.querySelector<HTMLElement>(mark)

/** Whether a record of the list that is shown can be made here. */
export const canCreate = (): boolean => button() !== null

/** Presses the button that makes a record. @returns whether there is one */
export function pressCreate(): boolean {
  const found = button()
  found?.click()
  return found !== null
}
