import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '../../page/after-paint.ts'
import { rowElement } from '../table/use-row-keys.ts'

/** After what time it is looked again whether a row is there to have the focus, in milliseconds, and how often. */
const lookAfter = 50
const maxLooks = 40

/**
 * When the record closes, its row has the focus again; where that is gone the row in its place, else the row that Tab
 * reaches, and without rows the page. Cards of a board or calendar on the screen count as rows.
 */
export function useFocusBack(
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
      // Somebody has gone on meanwhile.
      if (looks > 1 && document.activeElement !== document.body) return
      const now = latest.current
      const left = stood.current?.id === closed ? stood.current.at : -1
      const inPlace = now[Math.min(left, now.length - 1)]?.id ?? ''
      const id = now.some((row) => row.id === closed) ? closed : inPlace
      const row = rowElement(current, id)
      const isLater = !row && id !== '' && looks < maxLooks
      // A drawer lets go of the focus a moment later, and rows of another page are drawn later.
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

/** A new page is read from its top. */
export function useTopOfPage(list: RefObject<HTMLElement | null>, page: number): void {
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    // Scrolling lays the page out at once, before what was pressed is painted.
    afterPaint(() => {
      list.current?.scrollTo(0, 0)
      if ((list.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo(0, 0)
    })
  }, [page, list])
}
