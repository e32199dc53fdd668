import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { notice } from '../../feedback/messages.tsx'
import type { RecordOfList } from './record-place.ts'

interface Stood {
  id: string
  at: number
  question: string
}

/**
 * Walks the open record along its list and over the end of the page. A record that leaves the list
 * stays open until the person goes on.
 * @param isComing whether rows of another query are still shown
 * @returns the possible steps, and the last record of another page that was opened
 */
export function useRecordNavigation<T>(of: RecordOfList<T>, isComing: boolean) {
  const latest = useRef(of)
  latest.current = of
  const [passed, setPassed] = useState<Row<T> | null>(null)
  const isWalking = useRef(false)
  const { rows } = of.data
  const at = rows.findIndex((row) => row.id === of.open)

  /** Goes to the row after the end of the page; returns whether there was one. */
  const goOver = async (step: 1 | -1, stays: boolean): Promise<boolean> => {
    const next = latest.current.place.over(step)
    const { open: from } = latest.current
    if (!next || isWalking.current) return false
    isWalking.current = true
    try {
      const row = await next.load()
      // The person may have gone elsewhere during the load.
      if (!row || row.id === from || latest.current.open !== from) return row !== null
      setPassed(row)
      if (stays) latest.current.onOpen(row.id)
      else latest.current.place.onPage(next.page, row.id)
      return true
    } catch {
      return false
    } finally {
      isWalking.current = false
    }
  }

  const { question } = of.place
  const stood = useRef<Stood | null>(null)
  if (of.open === null) stood.current = null
  else if (at >= 0) stood.current = { id: of.open, at, question }
  const left = stood.current
  const hasLeft = at < 0 && left?.id === of.open && left.question === question

  const end = () => {
    latest.current.onClose()
    notice(`That was the last ${of.definition.list.one} in this list.`)
  }

  /** A step from a record that has left: the record after it has taken its place. */
  const goOn = (by: 1 | -1, from: number): (() => void) | undefined => {
    const to = rows[by === 1 ? from : from - 1]
    if (to) return () => latest.current.onOpen(to.id)
    // The list stays where it is: its page fills up by itself.
    if (by === 1) return () => void goOver(1, true).then((gone) => gone || end())
    return of.place.over(by) ? () => void goOver(by, false) : undefined
  }

  const step = (by: 1 | -1): (() => void) | undefined => {
    if (of.open === null) return undefined
    if (hasLeft && left) return goOn(by, left.at)
    const to = at < 0 ? (by === 1 ? rows[0] : undefined) : rows[at + by]
    if (to) return () => latest.current.onOpen(to.id)
    if (at < 0 || !of.place.over(by)) return undefined
    return () => void goOver(by, false)
  }

  // Prefetches the next page before the person gets there.
  const isLast = at >= 0 && at === rows.length - 1
  useEffect(() => {
    if (isLast && !isComing)
      latest.current.place
        .over(1)
        ?.load()
        .catch(() => {})
  }, [isLast, isComing])

  return { at, passed, hasLeft, onPrevious: step(-1), onNext: step(1) }
}
