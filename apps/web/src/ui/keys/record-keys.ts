import { isForPage, openRecord, targetOf } from './key-context.ts'

/** What an action is done by. */
interface KeyedAction {
  label: string
  key?: string
  act: () => void
  /** A record that this is done to may be gone from its list. */
  decides?: true
}

/** What can be done with a record, by the element that offers it: what is gone needs no word of it. */
const offered = new WeakMap<Element, readonly KeyedAction[]>()

/** Marks an element that offers actions. */
export const offers = '[data-actions]'

/** Remembers what an element offers, as its `ref`. */
export const offering = (actions: readonly KeyedAction[]) => (element: Element | null) => {
  if (element) offered.set(element, actions)
}

const actionsIn = (within: ParentNode | null): readonly KeyedAction[] => {
  const element = within?.querySelector(offers)
  return (element && offered.get(element)) ?? []
}

/** What can still be done with a record whose row is gone, while its list has the focus. */
const kept = new WeakMap<Element, readonly KeyedAction[]>()

/**
 * Until the next step no key is meant for another row in place of one that is gone; what decides about that isn't done twice.
 * @param row null where several go, of which a key can mean none
 * @returns gives the list the focus
 */
export function keepTarget(list: HTMLElement, row: Element | null): () => void {
  const left = actionsIn(row).filter(({ decides }) => !decides)
  return () => {
    list.focus({ preventScroll: true })
    kept.set(list, left)
    const end = new AbortController()
    const forget = () => {
      kept.delete(list)
      end.abort()
    }
    for (const event of ['blur', 'pointerdown'])
      list.addEventListener(event, forget, { signal: end.signal })
  }
}

/**
 * What can be done by a key now: with the row that has the focus, else with the open record; on a chosen row,
 * with all chosen ones. A row that is open is acted on where it is open, so that the next one opens after it.
 * @param from where the key was pressed; what had the focus last unless given
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
  // A record that has a page of its own.
  const page = document.querySelector('main')
  return page?.querySelector('[data-row]') ? [] : actionsIn(page)
}

/** For how long a key waits until the record that it is meant for is drawn, in milliseconds. */
const patience = 1000
let waiting = 0

/** For how long `g` waits for its letter, in milliseconds. */
export const goPatience = 2500
let goingSince = 0
const heard = new WeakSet<Event>()

/** Notes that `g` waits for its letter, which then is no record's key, or that it doesn't any more. */
export const noteGo = (waits: boolean): void => {
  goingSince = waits ? Date.now() : 0
}

/** Whether `g` waits for its letter, also where it was pressed before the code that goes elsewhere was there. */
export const goWaits = (): boolean => Date.now() - goingSince < goPatience

/** Does what a key stands for. @returns whether it stands for anything here, as far as is known */
export function pressRecordKey(event: KeyboardEvent): boolean {
  // The list and the page both ask.
  if (heard.has(event)) return false
  heard.add(event)
  cancelAnimationFrame(waiting)
  if (!isForPage(event) || event.repeat || event.shiftKey || event.key.length > 1) return false
  const { key } = event
  if (goWaits()) {
    noteGo(false)
    return false
  }
  // The code that goes elsewhere may still be on its way.
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

/** For how long a second press of a key is the same one, of a key that bounces, in milliseconds. */
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

/** Whether the open record, which the key is meant for, isn't all there: its title comes before what can be done. */
function isDrawing(from: Element): boolean {
  const row = from.closest<HTMLElement>('[data-row]')
  const open = document.querySelector(openRecord)
  if (!open || (row && !row.dataset['opened'])) return false
  const there = open.querySelector(offers)
  return there === null || there.closest('[inert]') !== null
}

/** Waits for the same record; another key, or another record, and it is forgotten. */
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
