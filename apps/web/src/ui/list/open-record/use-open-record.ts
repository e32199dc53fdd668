import { useMediaQuery } from '@mantine/hooks'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ListState } from '../definition/list-spec.ts'
import { rowElement } from '../table/use-row-keys.ts'
import type { ChangeList } from '../url/use-list-state.ts'

/** Asks whether the window is as wide as a record beside its list takes: 75 rem, of the text as it is drawn. */
function wide(): string {
  const { fontSize } = getComputedStyle(document.documentElement)
  return `(min-width: ${75 * (Number.parseFloat(fontSize) || 16)}px)`
}

/** How long after the last step by a key the record opens, in milliseconds. */
const pause = 120

/** How long to wait for a row that is being rendered, in milliseconds. */
const patience = 1500

/**
 * Opens and closes records of a list: beside it where there is room (not where it is a part of a page). There the
 * record follows the row that is reached by the keys. `settle` brings the URL up to the list.
 */
export function useOpenRecord(of: {
  list: RefObject<HTMLElement | null>
  reached: RefObject<string | null>
  state: ListState
  change: ChangeList
  settle: () => void
  isPart: boolean
}) {
  const { list, state } = of
  const [asked] = useState(wide)
  const isWide = useMediaQuery(asked, false, { getInitialValueInEffect: false }) ?? false
  const isBeside = isWide && !of.isPart
  const edited = useSearch({ strict: false, select: (search) => search.edit !== undefined })
  const latest = useRef({ ...of, edited })
  latest.current = { ...of, edited }
  /** The element beside the list that the record is drawn in; null while there is none. */
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  /** True while the next record that is shown is to get the focus. */
  const wanted = useRef(false)
  /** Goes to the next or previous record, for the list's own keys. */
  const walk = useRef<((step: 1 | -1) => void) | null>(null)
  const wantsRow = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // Where the record was opened from the list: closing steps back to there, over forms that were opened meanwhile too.
  const { history } = useRouter()
  const opened = useRef<{ at: number; page: number } | null>(null)
  const open = useCallback(
    (id: string) => {
      const { state, settle, change } = latest.current
      clearTimeout(timer.current)
      if (state.open === id) {
        document.querySelector<HTMLElement>('[data-record-title]')?.focus()
        wanted.current = false
        return
      }
      wanted.current = true
      if (state.open === null) {
        settle()
        opened.current = { at: history.location.state.__TSR_index + 1, page: state.page }
      }
      // Back closes the record, however many were looked at.
      change({ open: id }, { replace: state.open !== null })
    },
    [history],
  )
  const close = useCallback(() => {
    const { state, settle, change } = latest.current
    settle()
    // The browser learns of a new address a moment later, and would go back one step too far.
    history.flush()
    const from = opened.current
    opened.current = null
    // Who has walked to another page meanwhile stays there.
    const back = from?.page === state.page ? from.at - 1 - history.location.state.__TSR_index : 0
    if (back < 0) history.go(back)
    else change({ open: null }, { replace: true })
  }, [history])
  const walkTo = useCallback((id: string, page: Partial<ListState> = {}) => {
    clearTimeout(timer.current)
    latest.current.change({ ...page, open: id }, { replace: true })
  }, [])
  /** The list's keys reach a row: the record follows, unless a form is open in it. */
  const onStep = (id: string) => {
    clearTimeout(timer.current)
    if (!isBeside || edited || state.open === null || state.open === id) return
    timer.current = setTimeout(() => {
      if (latest.current.state.open !== null && !latest.current.edited)
        latest.current.change({ open: id }, { replace: true })
    }, pause)
  }
  /**
   * They go over the page's end: the open record does, and the focus stays among the rows. Where that is behind, as the
   * key is held down, the row at the end is opened first.
   */
  const onEnd = (step: 1 | -1, id: string) => {
    if (!isBeside || edited || state.open !== id) return
    wantsRow.current = true
    walk.current?.(step)
  }
  const onList = () => {
    const row =
      rowElement(list.current, state.open ?? '') ?? list.current?.querySelector('[data-row]')
    if (row instanceof HTMLElement) row.focus()
  }

  // The row of the open record stays in sight; after a step to another page it is still to be drawn.
  const { open: id } = state
  const { reached } = of
  useEffect(() => {
    if (id === null || !isBeside) return
    reached.current = id
    const until = Date.now() + patience
    let frame = 0
    const look = () => {
      const row = rowElement(list.current, id)
      if (row && wantsRow.current) row.focus()
      if (row) {
        row.scrollIntoView({ block: 'nearest' })
        wantsRow.current = false
      } else if (Date.now() < until) frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [id, isBeside, list, reached])

  const place = { isBeside, beside, wanted, walk, onList }
  return { isOpen: isBeside && id !== null, setBeside, open, close, walkTo, onStep, onEnd, place }
}
