import { replaceEqualDeep } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '../../load/after-paint.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import type { ListState } from '../definition/list-spec.ts'
import { changed } from './first-view.ts'
import { knownColumns, stateOf, writeState } from './list-codec.ts'

/** Changes the state of the list; changes of what rows there are also go to page 1. It is a step of the browser's history, unless it replaces one. */
export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/**
 * The state of a list, read from the URL and changed through it. The list changes at once and its
 * URL after the next paint, as the router takes longer.
 * @returns the state, what changes it, and what brings the URL up to it now
 */
export function useListState<T>(
  definition: ListDefinition<T>,
  remembered: number | null,
): [ListState, ChangeList, settle: () => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  // The state until the address has changed as well.
  const [ahead, setAhead] = useState<ListState | null>(null)
  const last = useRef<ListState>(undefined)
  const located = useMemo(() => {
    const read = stateOf(search, definition.list, remembered)
    // An equal state stays the same object, so that what depends on it isn't redrawn.
    return replaceEqualDeep(last.current, {
      ...read,
      columns: knownColumns(read.columns, definition),
    })
  }, [search, definition, remembered])
  const state = ahead ?? located
  last.current = state
  const latest = useRef({ state, search })
  latest.current = { state, search }

  const pending = useRef<() => void>(undefined)
  const settle = useCallback(() => {
    const go = pending.current
    pending.current = undefined
    go?.()
  }, [])
  useEffect(
    () => () => {
      // Elsewhere by now, where this change would be another list's.
      pending.current = undefined
    },
    [],
  )

  const change = useCallback<ChangeList>(
    (part, options) => {
      settle()
      const before = latest.current
      const moves = 'search' in part || 'filters' in part || 'sort' in part || 'limit' in part
      const next = changed(
        { ...before.state, ...(moves ? { page: 1 } : {}) },
        part,
        definition.list,
      )
      const go = () =>
        navigate({
          to: '.',
          search: (search) => writeState(next, definition.list, search, remembered),
          replace: options?.replace ?? false,
          resetScroll: false,
        })
      // Before a form is left its person is asked, and may stay.
      if (before.search.edit !== undefined) {
        void go()
        return
      }
      latest.current = { ...before, state: next }
      setAhead(next)
      pending.current = () =>
        void go().finally(() => setAhead((now) => (now === next ? null : now)))
      afterPaint(settle)
    },
    [definition, navigate, remembered, settle],
  )
  return [state, change, settle]
}
