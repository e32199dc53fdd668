import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../page/after-paint.ts'
import type { ChangeList } from './use-list-state.ts'
import { rowElement } from './use-row-keys.ts'

/**
 * Opens records; remembers whether that added to the history, so that closing can step back, over the
 * forms that were opened meanwhile too.
 * @param settle brings the URL up to the list
 */
export function useOpening(change: ChangeList, settle: () => void) {
  const { history } = useRouter()
  const place = () => history.location.state.__TSR_index
  const openedAt = useRef<number | null>(null)
  const latest = useRef(change)
  latest.current = change
  const [open] = useState(() => (id: string) => {
    settle()
    openedAt.current = place() + 1
    latest.current({ open: id })
  })
  const close = () => {
    settle()
    // The browser hears of a new address a moment later, and would go back one too far.
    history.flush()
    const back = openedAt.current === null ? 0 : openedAt.current - 1 - place()
    if (back < 0) history.go(back)
    else latest.current({ open: null }, { replace: true })
    openedAt.current = null
  }
  return { open, close }
}

/** When the drawer closes, by whatever way, its row has the focus again. */
export function useFocusBack(list: RefObject<HTMLElement | null>, open: string | null): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = open === null ? before.current : null
    before.current = open
    if (closed === null) return
    const timer = setTimeout(() => rowElement(list.current, closed)?.focus(), 50)
    return () => clearTimeout(timer)
  }, [open, list])
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
