import { isForPage, openRecord, targetOf } from './key-context.ts'

interface KeyedAction {
  label: string
  key?: string
  act: () => void
  /** Whether the action may remove the record from its list. */
  decides?: true
}

/** The actions that an element offers; a WeakMap, so that unmounting needs no cleanup. */
const offered = new WeakMap<Element, readonly KeyedAction[]>()

export const offers = '[data-actions]'

/** A `ref` that remembers an element's actions. */
export const offering = (actions: readonly KeyedAction[]) => (element: Element | null) => {
  if (element) offered.set(element, actions)
}

const actionsIn = (within: ParentNode | null): readonly KeyedAction[] => {
  const element = within?.querySelector(offers)
  return (element && offered.get(element)) ?? []
}

/** The actions for a removed row, by its list, for as long as the list keeps the focus. */
const kept = new WeakMap<Element, readonly KeyedAction[]>()

/**
 * Until the next step, keys don't act on the row that replaces a removed one.
 * @param row null if several were removed
 * @returns a function that focuses the list
 */
export function keepTarget(list: HTMLElement, row: Element | null): () => void {
  const left = actionsIn(row).filter(({ decides }) => !decides)
  const events = ['blur', 'pointerdown']
  return () => {
    list.focus({ preventScroll: true })
    kept.set(list, left)
    const forget = () => {
      kept.delete(list)
      for (const event of events) list.removeEventListener(event, forget)
    }
    for (const event of events) list.addEventListener(event, forget)
  }
}

/**
 * Actions of the focused row, else of the open record; on a chosen row, of all chosen.
 * @param from where the key was pressed; the last focus unless given
 */
export function actionsInForce(from: Element | null): readonly KeyedAction[] {
  const left = from && kept.get(from)
  if (left) return left
  const row = from?.closest<HTMLElement>('[data-row]') ?? null
  const open = document.querySelector(openRecord)
  if (row && !(open && row.dataset['opened'])) {
    const bar = row.dataset['chosen'] ? document.querySelector('[data-chosen-actions]') : null
    return [...((bar && offered.get(bar)) ?? []), ...actionsIn(row)]
  }
  if (open) return actionsIn(open)
  const reached = document.querySelector('[data-row][tabindex="0"]')
  if (from === null && reached) return actionsIn(reached)
  const page = document.querySelector('main')
  return page?.querySelector('[data-row]') ? [] : actionsIn(page)
}

/** How long a key waits until its record is rendered, in milliseconds. */
const patience = 1000
let waiting = 0

/** How long `g` waits for its letter, in milliseconds. */
export const goPatience = 2500
let goingSince = 0
const heard = new WeakSet<Event>()

/** Notes whether the next letter belongs to a pressed `g`. */
export const noteGo = (waits: boolean): void => {
  goingSince = waits ? Date.now() : 0
}

/** Whether `g` waits for its letter, even if it was pressed before the code for it was loaded. */
export const goWaits = (): boolean => Date.now() - goingSince < goPatience

/** Runs the action of a key; returns whether it has one here, as far as is known. */
export function pressRecordKey(event: KeyboardEvent): boolean {
  // Both the list and the page call this for one event.
  if (heard.has(event)) return false
  heard.add(event)
  cancelAnimationFrame(waiting)
  if (!isForPage(event) || event.repeat || event.shiftKey || event.key.length > 1) return false
  const { key } = event
  if (goWaits()) {
    noteGo(false)
    return false
  }
  // The code that handles `g` may still be loading.
  if (key === 'g') noteGo(true)
  const from = targetOf(event) ?? document.body
  if (isDrawing(from)) {
    whenDrawn(() => act(key, from))
    return false
  }
  if (!act(key, from)) return false
  event.preventDefault()
  return true
}

/** The time in ms within which a repeated key press counts as unintended. */
const bounce = 100
const acted = new WeakMap<KeyedAction, number>()

function act(key: string, from: Element): boolean {
  const action = actionsInForce(from).find((each) => each.key === key)
  if (!action) return false
  const last = acted.get(action) ?? Number.NEGATIVE_INFINITY
  if (performance.now() - last < bounce) return true
  acted.set(action, performance.now())
  action.act()
  return true
}

/** Whether the open record is still being rendered: its title comes before its actions. */
function isDrawing(from: Element): boolean {
  const row = from.closest<HTMLElement>('[data-row]')
  const open = document.querySelector(openRecord)
  if (!open || (row && !row.dataset['opened'])) return false
  const there = open.querySelector(offers)
  return there === null || there.closest('[inert]') !== null
}

/** Calls `go` when the open record is rendered; another key or another record cancels it. */
function whenDrawn(go: () => void): void {
  const of = () => document.querySelector(openRecord)?.getAttribute('data-record')
  const [id, until] = [of(), Date.now() + patience]
  const look = () => {
    if (of() !== id || Date.now() > until) return
    if (isDrawing(document.body)) waiting = requestAnimationFrame(look)
    else go()
  }
  waiting = requestAnimationFrame(look)
}
