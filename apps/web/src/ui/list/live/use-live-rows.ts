import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Gone, Listing } from '../../../api/listing.ts'
import { lazyCode } from '../../load/lazy-code.ts'

export type LiveList = ReturnType<typeof useLiveRows>

const none: Readonly<Record<string, Gone>> = {}

type LiveRows = typeof import('./live-rows.ts')

const [useRows, loadRows] = lazyCode(() => import('./live-rows.ts'))

/** What has happened to the rows of a query since they were shown. */
export function useLiveRows<T>(key: QueryKey, listing: Listing<T> | undefined) {
  const client = useQueryClient()
  const latest = useRef(key)
  latest.current = key
  const live = listing?.live
  const rows = useRows(false)
  useEffect(() => {
    if (live) void loadRows().catch(() => {})
  }, [live])
  return useMemo(() => {
    const change = (of: (rows: LiveRows, listing: Listing<T>) => Listing<T>) => {
      const put = (code: LiveRows) =>
        void client.setQueryData<Listing<T>>(latest.current, (before) => before && of(code, before))
      if (rows) put(rows)
      else void loadRows().then(put, () => {})
    }
    return {
      news: live?.news ?? 0,
      moved: live?.moved ?? false,
      gone: live?.gone ?? none,
      take: () => change(({ takeFresh }, listing) => takeFresh(listing)),
      /** Removes rows that left the list, except for the one with the id `but`. */
      letGo: (but: string | null) => change(({ letGo }, listing) => letGo(listing, but)),
    }
  }, [client, live, rows])
}

/** Lets rows go that are gone, but for that of the open record, once neither pointer nor focus is among them. */
export function useLettingGo(
  list: RefObject<HTMLElement | null>,
  live: LiveList,
  opened: string | null,
): void {
  const { gone } = live
  useEffect(() => {
    if (Object.keys(gone).every((id) => id === opened)) return
    const look = () => {
      const element = list.current
      const focused = document.hasFocus() && element?.contains(document.activeElement)
      if (!focused && !element?.matches(':hover')) live.letGo(opened)
    }
    // Checked later, as during the event the focus hasn't arrived yet.
    const later = () => setTimeout(look)
    look()
    const ending = new AbortController()
    const { signal } = ending
    list.current?.addEventListener('pointerleave', later, { signal })
    list.current?.addEventListener('focusout', later, { signal })
    window.addEventListener('blur', later, { signal })
    return () => ending.abort()
  }, [list, live, gone, opened])
}
