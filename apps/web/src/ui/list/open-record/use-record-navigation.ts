import { t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { notice } from '../../messages/messages.tsx'
import { limitOf, sentQuery } from '../url/list-codec.ts'
import type { RecordOfList } from './record-index.ts'

/** For how long a page next to the one shown is good enough to walk on to, in milliseconds. */
const staleTime = 10_000

/**
 * Walks the open record along its list and over the end of the page. A record that leaves the list
 * stays open until the person goes on.
 * @param isComing whether rows of another query are still shown
 * @returns the possible steps, and the last record of another page that was opened
 */
export function useRecordNavigation(of: RecordOfList<unknown>, isComing: boolean) {
  const client = useQueryClient()
  const latest = useRef(of)
  latest.current = of
  const [passed, setPassed] = useState<Row<unknown> | null>(null)
  const isWalking = useRef(false)
  const { question } = of
  const { open } = of.state
  const { rows } = of.data
  const at = rows.findIndex((row) => row.id === open)

  /** The next or previous page, and what loads its row next to this page's rows; null where there is none. */
  const over = (step: 1 | -1) => {
    const { data, state, definition, options, settled } = latest.current
    const { pagination, rows, all } = data
    if (!pagination) return null
    const { limit, exact, totalPages } = pagination
    const page = state.page + step
    const isLast = page > totalPages && !(exact === false && rows.length >= limit)
    if (page < 1 || (step === 1 && isLast)) return null
    const edge = (found: readonly Row<unknown>[]) => (step === 1 ? found[0] : found.at(-1)) ?? null
    // What has just left this page lets the next rows move up into it: then the page is still its own next one.
    const isShort = step === 1 && !all && exact !== false && rows.length < limit
    const change = limitOf(pagination, state, isShort ? state.page : page)
    const asked = options(sentQuery({ ...state, ...change }, definition.list))
    const load = async () => {
      if (all) return edge(all.slice((page - 1) * limit, page * limit))
      if (!isShort) return edge((await client.fetchQuery({ ...asked, staleTime })).rows)
      await settled?.()
      const known = new Set(rows.map(({ id }) => id))
      const fresh = (await client.fetchQuery({ ...asked, staleTime: 0 })).rows
      // The last row of the page may itself have left it meanwhile.
      return fresh[fresh.findLastIndex(({ id }) => known.has(id)) + 1] ?? null
    }
    return { change, load }
  }

  /** Goes to the row after the end of the page; returns whether there was one. */
  const goOver = async (step: 1 | -1, stays: boolean): Promise<boolean> => {
    const next = over(step)
    const { open: from } = latest.current.state
    if (!next || isWalking.current) return false
    isWalking.current = true
    try {
      const row = await next.load()
      // The person may have gone elsewhere during the load.
      if (!row || row.id === from || latest.current.state.open !== from) return row !== null
      setPassed(row)
      latest.current.onOpen(row.id, stays ? {} : next.change)
      return true
    } catch {
      return false
    } finally {
      isWalking.current = false
    }
  }

  const stood = useRef<{ id: string; at: number; question: string } | null>(null)
  if (open === null) stood.current = null
  else if (at >= 0) stood.current = { id: open, at, question }
  const left = stood.current
  const hasLeft = at < 0 && left?.id === open && left.question === question

  const end = () => {
    latest.current.onClose()
    // i18n: {one} is a noun such as “bill”
    notice(t('That was the last {one} in this list.', { one: t(of.definition.list.one) }))
  }

  /** A step from a record that has left: the record after it has taken its place. */
  const goOn = (by: 1 | -1, from: number): (() => void) | undefined => {
    const to = rows[by === 1 ? from : from - 1]
    if (to) return () => latest.current.onOpen(to.id)
    // The list stays where it is: its page fills up by itself.
    if (by === 1) return () => void goOver(1, true).then((gone) => gone || end())
    return over(by) ? () => void goOver(by, false) : undefined
  }

  const step = (by: 1 | -1): (() => void) | undefined => {
    if (open === null) return undefined
    if (hasLeft && left) return goOn(by, left.at)
    const to = at < 0 ? (by === 1 ? rows[0] : undefined) : rows[at + by]
    if (to) return () => latest.current.onOpen(to.id)
    if (at < 0 || !over(by)) return undefined
    return () => void goOver(by, false)
  }

  // Prefetches the next page before the person gets there.
  const isLast = at >= 0 && at === rows.length - 1
  const prefetch = useRef(() => {})
  prefetch.current = () =>
    over(1)
      ?.load()
      .catch(() => {})
  useEffect(() => {
    if (isLast && !isComing) prefetch.current()
  }, [isLast, isComing])

  return { at, passed, hasLeft, onPrevious: step(-1), onNext: step(1) }
}
