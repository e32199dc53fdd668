import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { rowElement } from '../table/use-row-keys.ts'
import type { ListState } from '../url/list-spec.ts'
import type { ChangeList } from '../url/use-list-state.ts'
import type { RecordPlace } from './record-place.ts'

/** Asks whether the window is as wide as a record beside its list takes: 75 rem, of the text as it is drawn. */
function wide(): string {
  const { fontSize } = getComputedStyle(document.documentElement)
  return `(min-width: ${75 * (Number.parseFloat(fontSize) || 16)}px)`
}

/** Whoever holds a key down sees the record once they let go, in milliseconds. */
const pause = 120

/** For how long a row is waited for that is being drawn, in milliseconds. */
const patience = 1500

/**
 * Opens records of a list: beside it where there is room. There the list stays alive, and the record follows the row that
 * is reached by the keys.
 * @param of.push opens a record so that Back closes it
 * @param of.isPart the list is a part of a page, beside which there is no room
 */
export function useRecordBeside(of: {
  list: RefObject<HTMLElement | null>
  reached: RefObject<string | null>
  state: ListState
  push: (id: string) => void
  change: ChangeList
  isPart: boolean
}) {
  const { list, state } = of
  const [asked] = useState(wide)
  const isWide = useMediaQuery(asked, false, { getInitialValueInEffect: false }) ?? false
  const isBeside = isWide && !of.isPart
  const edited = useSearch({ strict: false, select: (search) => search.edit !== undefined })
  const latest = useRef({ ...of, isBeside, edited })
  latest.current = { ...of, isBeside, edited }
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const wanted = useRef(false)
  const walk = useRef<((step: 1 | -1) => void) | null>(null)
  const wantsRow = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = useCallback((id: string) => {
    const { state, push, change } = latest.current
    clearTimeout(timer.current)
    wanted.current = true
    if (state.open === id) {
      document.querySelector<HTMLElement>('[data-record-title]')?.focus()
      wanted.current = false
    } else if (state.open === null) push(id)
    // Back closes the record, however many were looked at.
    else change({ open: id }, { replace: true })
  }, [])
  const walkTo = useCallback((id: string, page: Partial<ListState> = {}) => {
    clearTimeout(timer.current)
    latest.current.change({ ...page, open: id }, { replace: true })
  }, [])
  /** The list's keys reach a row: the record follows, unless a form is open in it. */
  const onStep = useCallback((id: string) => {
    clearTimeout(timer.current)
    const { state, isBeside, edited } = latest.current
    if (!isBeside || edited || state.open === null || state.open === id) return
    timer.current = setTimeout(() => {
      if (latest.current.state.open !== null && !latest.current.edited)
        latest.current.change({ open: id }, { replace: true })
    }, pause)
  }, [])
  /**
   * They go over the page's end: the open record does, and the focus stays among the rows. Where that is behind, as the
   * key is held down, the row at the end is opened first.
   */
  const onEnd = useCallback((step: 1 | -1, id: string) => {
    const { state, isBeside, edited } = latest.current
    if (!isBeside || edited || state.open !== id) return
    wantsRow.current = true
    walk.current?.(step)
  }, [])
  const onList = useCallback(() => {
    const { list, state } = latest.current
    const row =
      rowElement(list.current, state.open ?? '') ?? list.current?.querySelector('[data-row]')
    if (row instanceof HTMLElement) row.focus()
  }, [])

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

  const place: Pick<RecordPlace<unknown>, 'isBeside' | 'beside' | 'wanted' | 'walk' | 'onList'> = {
    isBeside,
    beside,
    wanted,
    walk,
    onList,
  }
  return { isOpen: isBeside && id !== null, setBeside, open, walkTo, onStep, onEnd, place }
}
