import { useSingleKeys } from './single-keys.ts'

// i18n-ignore: a selector
export const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

export const floating = '[role=menu], [role=dialog], [role=listbox]'

export const openRecord = '[data-record]'

export const targetOf = (event: KeyboardEvent): Element | null =>
  event.target instanceof Element ? event.target : null

/** Matches a field whose list of choices is open. */
const choosing = '[data-mantine-stop-propagation], [role=combobox][aria-expanded=true]'

export const isModified = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey

interface Met {
  event: KeyboardEvent
  /** Whether a dialog or the like was open when the key was pressed. */
  covered: boolean
  choosing: boolean
}

let met: Met | null = null

const meet = (event: KeyboardEvent): Met => ({
  event,
  covered: document.querySelector(`[aria-modal=true]:not(${openRecord})`) !== null,
  choosing: targetOf(event)?.matches(choosing) === true,
})

const listening = new WeakSet<Window>()

/** Notes the state at each key press before other listeners: Escape may close what is open. */
export function hearFirst(): void {
  if (listening.has(window)) return
  listening.add(window)
  const note = (event: KeyboardEvent) => {
    met = meet(event)
  }
  window.addEventListener('keydown', note, { capture: true })
}

const metBy = (event: KeyboardEvent): Met => (met?.event === event ? met : meet(event))

/** Whether something covered the page at the key press; a record's drawer doesn't count. */
export const isCovered = (event: KeyboardEvent): boolean => metBy(event).covered

/** Whether a list of choices was open at the key press, which Escape then closes. */
export const isChoosing = (event: KeyboardEvent): boolean => metBy(event).choosing

/** Whether a key is the page's: not in fields, menus or dialogs, nor where single keys are off. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isModified(event)) return false
  if (event.isComposing || (event.key.length === 1 && !useSingleKeys.getState().on)) return false
  const within = targetOf(event)?.closest(`${typed}, ${floating}`)
  return (
    (within === null || within === undefined || within.matches(openRecord)) && !isCovered(event)
  )
}
