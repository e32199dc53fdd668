import { type RefObject, useEffect, useRef } from 'react'

/** What the keys of a list do. */
export interface RowKeys {
  /** The list's element; its rows carry `data-row` with their id. */
  list: RefObject<HTMLElement | null>
  /** Where Tab would enter: the id of the row last reached. */
  reached: RefObject<string | null>
  onOpen: (id: string) => void
  onToggle: (id: string, range: boolean) => void
  onHelp: () => void
}

/** The row element of an id. */
export const rowElement = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null

/** What is typed into. */
export const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
const floating = '[role=menu], [role=dialog], [role=listbox]'

/**
 * Hears the keys of a list anywhere on the page but in fields and in what floats: j, k and the
 * arrows walk the rows, left and right the controls within one, Enter opens, x selects, `/` goes to
 * the search, `?` explains.
 */
export function useRowKeys(keys: RowKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target?.closest(`${typed}, ${floating}`) || document.querySelector('[aria-modal=true]'))
        return
      if (handle(event, target, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Goes to the next thing within a row that can be pressed; back from the first one to the row. */
function within(row: HTMLElement, target: Element | null, step: 1 | -1): boolean {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a[href], button, input')]
  const to = stops[stops.indexOf(target as HTMLElement) + step]
  to?.focus()
  return to !== undefined
}

function handle(event: KeyboardEvent, target: Element | null, keys: RowKeys): boolean {
  const rows = [...(keys.list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const on = target?.closest<HTMLElement>('[data-row]') ?? null
  const at = on === null ? -1 : rows.indexOf(on)
  const go = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))]
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    return row !== undefined
  }
  // The first step from outside goes to the row last reached.
  const start = rows.findIndex((row) => row.dataset['row'] === keys.reached.current)
  const id = on?.dataset['row']
  switch (event.key) {
    case 'j':
      return go(at >= 0 ? at + 1 : start)
    case 'k':
      return go(at >= 0 ? at - 1 : start)
    case 'ArrowDown':
      return at >= 0 && go(at + 1)
    case 'ArrowUp':
      return at >= 0 && go(at - 1)
    case 'ArrowRight':
      return on !== null && within(on, target, 1)
    case 'ArrowLeft':
      return on !== null && within(on, target, -1)
    case 'Home':
      return at >= 0 && go(0)
    case 'End':
      return at >= 0 && go(rows.length - 1)
    case 'Enter':
      if (id === undefined || target !== on) return false
      keys.onOpen(id)
      return true
    case 'x':
    case 'X':
      if (id === undefined) return false
      keys.onToggle(id, event.shiftKey)
      return true
    case '/':
      document.querySelector<HTMLElement>('[data-list-search]')?.focus()
      return true
    case '?':
      keys.onHelp()
      return true
    default:
      return false
  }
}
