import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from '../../api/listing.ts'
import { notice } from '../feedback/messages.tsx'
import type { RecordPlace } from './record-place.ts'

/** The rows among which a record is walked, and what opens another one. */
interface Walked<T> {
  rows: readonly Row<T>[]
  /** The rows are not those that were asked for. */
  loading: boolean
  open: string | null
  place: RecordPlace<T> | null
  /** What a record is called. */
  one: string
  onOpen: (id: string) => void
  onClose: () => void
}

/**
 * Walks the open record along its list, over the end of the page, and on to the next one once it has left the list by
 * what was done to it.
 * @returns the steps that are there, what to do once a record is gone, and the last record of another page that was gone to
 */
export function useWalk<T>(of: Walked<T>) {
  const latest = useRef(of)
  latest.current = of
  const [passed, setPassed] = useState<Row<T> | null>(null)
  const isWalking = useRef(false)
  const { rows } = of
  const at = rows.findIndex((row) => row.id === of.open)

  /** The row over the page's end. @returns whether there was one */
  const goOver = useCallback(async (step: 1 | -1, stays: boolean): Promise<boolean> => {
    const next = latest.current.place?.over(step)
    const { open: from } = latest.current
    if (!next || isWalking.current) return false
    isWalking.current = true
    try {
      const row = await next.load()
      // Somebody may have gone elsewhere while it was loaded.
      if (!row || row.id === from || latest.current.open !== from) return row !== null
      setPassed(row)
      if (stays) latest.current.onOpen(row.id)
      else latest.current.place?.onPage(next.page, row.id)
      return true
    } catch {
      return false
    } finally {
      isWalking.current = false
    }
  }, [])

  const step = (by: 1 | -1): (() => void) | undefined => {
    if (of.open === null) return undefined
    const to = at < 0 ? (by === 1 ? of.rows[0] : undefined) : of.rows[at + by]
    if (to) return () => latest.current.onOpen(to.id)
    if (at < 0 || !of.place?.over(by)) return undefined
    return () => void goOver(by, false)
  }

  const end = useCallback(() => {
    latest.current.onClose()
    notice(`That was the last ${latest.current.one} of this list.`)
  }, [])

  /** Goes on from a record that is gone, or about to be: to the next one, else to the one before. */
  const leave = useCallback(
    (id: string) => () => {
      const { rows, onOpen } = latest.current
      const from = rows.findIndex((each) => each.id === id)
      const next = rows[from + 1]
      if (next) return onOpen(next.id)
      const before = rows[from - 1]
      // The list stays where it is: its page fills up by itself.
      void goOver(1, true).then((gone) => {
        if (gone) return
        if (before) onOpen(before.id)
        else void goOver(-1, false).then((back) => back || end())
      })
    },
    [goOver, end],
  )

  const { place } = of
  // The next page is there before it is gone to.
  const isLast = at >= 0 && at === of.rows.length - 1
  const question = place?.question ?? ''
  useEffect(() => {
    if (isLast && !of.loading)
      latest.current.place
        ?.over(1)
        ?.load()
        .catch(() => {})
  }, [isLast, of.loading])

  const seen = useRef<{ id: string; at: number; question: string } | null>(null)
  useEffect(() => {
    const { open, place } = latest.current
    const before = seen.current
    if (open === null) seen.current = null
    else if (at >= 0) seen.current = { id: open, at, question }
    if (at >= 0 || of.loading || open === null || before?.id !== open) return
    // Not yet answered, or somebody else's doing: it stays, shown by itself.
    if (before.question !== question || !place?.justWrote?.(open)) return
    seen.current = null
    const next = rows[before.at] ?? rows[before.at - 1]
    if (next) latest.current.onOpen(next.id)
    else void goOver(-1, false).then((back) => back || end())
  }, [at, of.loading, rows, question, goOver, end])

  return { at, passed, onPrevious: step(-1), onNext: step(1), leave }
}
