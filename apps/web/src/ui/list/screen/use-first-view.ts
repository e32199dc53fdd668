import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ListSpec, ListState } from '../definition/list-spec.ts'
import { defaultSort, isFirst } from '../url/first-view.ts'
import type { ChangeList } from '../url/use-list-state.ts'
import type { ListData } from './use-list-data.ts'

/**
 * Shows everything where the filters that a list begins with find nothing when it is opened; not if
 * they are set later, or become empty while shown.
 * @returns the list, or a pending one until everything is loaded
 */
export function useFirstView<T>(
  list: ListSpec,
  state: ListState,
  data: ListData<T>,
  change: ChangeList,
): ListData<T> {
  // A form that is open over the list would be closed by another address.
  const isFormOpen = useSearch({ strict: false, select: ({ edit }) => edit !== undefined })
  const opened = useRef<'coming' | 'leading' | 'there'>('coming')
  const isThere = !data.loading && !data.stale && !data.offline
  const finds = data.error !== null || data.total !== 0
  const leadsOn = opened.current === 'coming' && isThere && !finds && isFirst(state, list)
  const leads = leadsOn && !isFormOpen
  useEffect(() => {
    if (leads) {
      opened.current = 'leading'
      change({ filters: {}, sort: defaultSort(list) }, { replace: true })
    } else if (isThere && !leadsOn) opened.current = 'there'
  }, [leads, leadsOn, isThere, change, list])
  const isComing = leads || (opened.current === 'leading' && !isThere)
  return isComing ? { ...data, loading: true, rows: [], pagination: null, total: undefined } : data
}
