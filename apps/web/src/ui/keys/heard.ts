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

let wasCovered = false
let wasChoosing = false

// Before anything else hears the key: what Escape closes is gone by the time the page hears it.
window.addEventListener(
  'keydown',
  (event) => {
    wasCovered = document.querySelector(`[aria-modal=true]:not(${openRecord})`) !== null
    wasChoosing = targetOf(event)?.matches(choosing) === true
  },
  { capture: true },
)

/**
 * Whether something lay over the page, as the last key was pressed, that has to be answered or closed first; a
 * record's drawer doesn't count.
 */
export const isCovered = (): boolean => wasCovered

/** Whether choices stood open below the field in which the last key was pressed: Escape is meant for those. */
export const isChoosing = (): boolean => wasChoosing

/**
 * Whether a key is meant for the page: pressed without Ctrl, Meta or Alt, neither while typing nor in what floats, and
 * not where something lies over the page. Single letters, digits and signs only while they are turned on.
 */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.isComposing || (event.key.length === 1 && !useSingleKeys.getState().on)) return false
  const within = targetOf(event)?.closest(`${typed}, ${floating}`)
  return (within === null || within === undefined || within.matches(openRecord)) && !isCovered()
}
