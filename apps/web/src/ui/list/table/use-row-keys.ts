import { type RefObject, useEffect, useRef } from 'react'
import { pressCreate } from '../../keys/create-key.ts'
import { hearFirst, isForPage, openRecord, targetOf } from '../../keys/key-context.ts'
import { readingKey } from '../../keys/reading-key.ts'
import { pressRecordKey } from '../../keys/record-keys.ts'
import { useDocumentKey } from '../../keys/use-document-key.ts'

export interface RowKeys {
  /** The list's element; its rows have their id in `data-row`. */
  list: RefObject<HTMLElement | null>
  /** The id of the row reached last, which Tab enters. */
  reached: RefObject<string | null>
  onOpen: (id: string) => void
  onToggle: (id: string, range: boolean) => void
  onHelp: () => void
  /** Called with the id of the row that a key has reached. */
  onStep: (id: string) => void
  /** Called when a key would go from a row beyond the last or first one. */
  onEnd: (step: 1 | -1, id: string) => void
}

const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

export const rowElement = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null

/**
 * Handles the keys of a list (list-keys.tsx) anywhere but in fields, menus and dialogs. Beside an
 * open record, n and p act as j and k, and all of them also go beyond the page.
 */
export function useRowKeys(keys: RowKeys): void {
  /** Where the row was in which a key was pressed last, as its action may remove row and focus. */
  const stood = useRef<{ id: string | null; at: number }>({ id: null, at: 0 })
  useEffect(hearFirst, [])
  useDocumentKey((event) => {
    const target = targetOf(event)
    const row = target?.closest<HTMLElement>('[data-row]')
    const at = row ? rowsIn(keys.list.current).indexOf(row) : -1
    if (at >= 0) stood.current = { id: row?.dataset['row'] ?? null, at }
    // In the record, and nowhere while one is open, the keys walk that.
    if (pressRecordKey(event) || !isForPage(event)) return
    if (handle(event, target, keys, stood.current)) event.preventDefault()
  })
}

/** Goes to the next thing within a row that can be pressed; back from the first one to the row. */
function within(row: HTMLElement, target: Element | null, step: number): boolean {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a[href], button, input')]
  const to = stops[stops.indexOf(target as HTMLElement) + step]
  to?.focus()
  return to !== undefined
}

function handle(
  event: KeyboardEvent,
  target: Element | null,
  keys: RowKeys,
  stood: { id: string | null; at: number },
): boolean {
  const open = document.querySelector(openRecord)
  if (open?.matches('[aria-modal=true]')) return false
  if (event.key === '/') {
    const search = document.querySelector<HTMLElement>('[data-list-search]')
    search?.focus()
    return search !== null
  }
  if (event.key === '?') {
    keys.onHelp()
    return true
  }
  if (event.key === 'c' && !event.repeat) return pressCreate()
  const on = target?.closest<HTMLElement>('[data-row]') ?? null
  // In the record, and where nothing has the focus, the keys are the record's.
  if (open && (open.contains(target) || !target || target.matches('body, main'))) return false
  const rows = rowsIn(keys.list.current)
  const at = on === null ? -1 : rows.indexOf(on)
  const go = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))]
    if (!row) return false
    const id = row.dataset['row'] ?? ''
    if (open && row === on && to !== at) keys.onEnd(to < at ? -1 : 1, id)
    row.focus()
    row.scrollIntoView({ block: 'nearest' })
    keys.onStep(id)
    return true
  }
  // The first step from outside goes to the row last reached; where that is gone, to the one behind or before it.
  const start = rows.findIndex((row) => row.dataset['row'] === keys.reached.current)
  const isGone = start < 0 && stood.id === keys.reached.current
  const { key } = event
  if (at < 0 && key === 'j') return go(isGone ? stood.at : start)
  if (at < 0 && key === 'k') return go(isGone ? stood.at - 1 : start)
  if (!on) return false
  const along = { ArrowLeft: -1, ArrowRight: 1 }[readingKey(event)]
  if (along !== undefined) return within(on, target, along)
  const id = on.dataset['row'] ?? ''
  if (key === 'Enter' && target === on) {
    keys.onOpen(id)
    return true
  }
  if (key === 'x' || key === 'X') {
    keys.onToggle(id, event.shiftKey)
    return true
  }
  if (at < 0) return false
  if (['j', 'ArrowDown', open && 'n'].includes(key)) return go(at + 1)
  if (['k', 'ArrowUp', open && 'p'].includes(key)) return go(at - 1)
  if (key === 'Home') return go(0)
  return key === 'End' && go(rows.length - 1)
}
