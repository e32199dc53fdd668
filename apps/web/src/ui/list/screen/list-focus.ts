import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '../../load/after-paint.ts'
import { rowElement } from '../table/use-row-keys.ts'

/** The pause between checks whether a row can be focused, in milliseconds, and their number. */
const lookAfter = 50
const maxLooks = 40

/**
 * When the record closes, its row has the focus again; where that is gone the row in its place, else the row that Tab
 * reaches, and without rows the page. Cards of a board or calendar on the screen count as rows.
 */
export function useRowFocusBack(
  screen: RefObject<HTMLElement | null>,
  open: string | null,
  rows: readonly { id: string }[],
): void {
  const before = useRef(open)
  const stood = useRef<{ id: string; at: number } | null>(null)
  const latest = useRef(rows)
  latest.current = rows
  const at = open === null ? -1 : rows.findIndex(({ id }) => id === open)
  if (open !== null && at >= 0) stood.current = { id: open, at }
  useEffect(() => {
    const closed = open === null ? before.current : null
    before.current = open
    if (closed === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const back = (looks: number) => {
      const { current } = screen
      // The person has moved the focus meanwhile.
      if (looks > 1 && document.activeElement !== document.body) return
      const now = latest.current
      const left = stood.current?.id === closed ? stood.current.at : -1
      const inPlace = now[Math.min(left, now.length - 1)]?.id ?? ''
      const id = now.some((row) => row.id === closed) ? closed : inPlace
      const row = rowElement(current, id)
      const isLater = !row && id !== '' && looks < maxLooks
      // A closing drawer loses the focus a moment later, and other pages' rows are rendered later.
      if (looks === 0 || isLater) timer = setTimeout(back, lookAfter, looks + 1)
      if (isLater) return
      const reached = row ?? current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
      if (reached) reached.focus()
      else if (document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true })
    }
    if (document.querySelector('[aria-modal=true]')) timer = setTimeout(back, lookAfter, 1)
    else back(0)
    return () => clearTimeout(timer)
  }, [open, screen])
}

/** Scrolls to the top when another page of the list is shown. */
export function useTopOfPage(list: RefObject<HTMLElement | null>, page: number): void {
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    // Scrolling forces a layout, so it waits until the press is painted.
    afterPaint(() => {
      list.current?.scrollTo(0, 0)
      if ((list.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo(0, 0)
    })
  }, [page, list])
}
