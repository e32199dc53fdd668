import { useSingleKeys } from './single-keys.ts'

/** What is typed into. */
export const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

/** What floats over the page, and hears its own keys. */
export const floating = '[role=menu], [role=dialog], [role=listbox]'

/** The part of the page, or the drawer, that shows a record. */
export const openRecord = '[data-record]'

/** Where a key was pressed. */
export const targetOf = (event: KeyboardEvent): Element | null =>
  event.target instanceof Element ? event.target : null

/** A field while its choices stand open below it. */
const choosing = '[data-mantine-stop-propagation], [role=combobox][aria-expanded=true]'

/** Whether Ctrl, Meta or Alt is held. */
export const isModified = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey

/** What a key met as it was pressed. */
interface Met {
  event: KeyboardEvent
  /** Something lay over the page that has to be answered or closed first. */
  covered: boolean
  /** Choices stood open below the field that it was pressed in. */
  choosing: boolean
}

let met: Met | null = null

const meet = (event: KeyboardEvent): Met => ({
  event,
  covered: document.querySelector(`[aria-modal=true]:not(${openRecord})`) !== null,
  choosing: targetOf(event)?.matches(choosing) === true,
})

const listening = new WeakSet<Window>()

/** Looks at each key before anything else hears it: what Escape closes is gone by the time the page hears it. */
export function hearFirst(): void {
  if (listening.has(window)) return
  listening.add(window)
  const note = (event: KeyboardEvent) => {
    met = meet(event)
  }
  window.addEventListener('keydown', note, { capture: true })
}

const metBy = (event: KeyboardEvent): Met => (met?.event === event ? met : meet(event))

/** Whether something lay over the page, as a key was pressed; a record's drawer doesn't count. */
export const isCovered = (event: KeyboardEvent): boolean => metBy(event).covered

/** Whether choices stood open below the field in which a key was pressed: Escape is meant for those. */
export const isChoosing = (event: KeyboardEvent): boolean => metBy(event).choosing

/**
 * Whether a key is meant for the page: neither while typing nor in what floats, and not where something lies
 * over the page. Single letters, digits and signs only while they are turned on.
 */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isModified(event)) return false
  if (event.isComposing || (event.key.length === 1 && !useSingleKeys.getState().on)) return false
  const within = targetOf(event)?.closest(`${typed}, ${floating}`)
  return (
    (within === null || within === undefined || within.matches(openRecord)) && !isCovered(event)
  )
}
