import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { knownColumns, stateOf, writeState } from './list-codec.ts'
import type { ListDefinition } from './list-definition.ts'
import type { ListState } from './list-search.ts'

/** How a change enters the browser's history; `push` unless said otherwise. */
export interface ChangeOptions {
  replace?: boolean
}

/** Changes where the list stands. Whatever changes which rows there are also goes to page 1. */
export type ChangeList = (change: Partial<ListState>, options?: ChangeOptions) => void

/**
 * Where a list stands, read from the URL and changed through it.
 * @param remembered rows a page that the reader last chose, if any
 */
export function useListState<T>(
  definition: ListDefinition<T>,
  remembered: number | null,
): [ListState, ChangeList] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => {
    const read = stateOf(search, definition.list, remembered)
    return { ...read, columns: knownColumns(read.columns, definition) }
  }, [search, definition, remembered])
  const latest = useRef({ state, search })
  latest.current = { state, search }

  const change = useCallback<ChangeList>(
    (part, options) => {
      const before = latest.current
      const moves = 'search' in part || 'filters' in part || 'sort' in part || 'limit' in part
      const next = { ...before.state, ...(moves ? { page: 1 } : {}), ...part }
      void navigate({
        to: '.',
        search: (search) => writeState(next, definition.list, search, remembered),
        replace: options?.replace ?? false,
        resetScroll: false,
      })
    },
    [definition, navigate, remembered],
  )
  return [state, change]
}
