import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { exactTotal, type ListData } from '../screen/use-list-data.ts'
import { isFirst } from './first-view.ts'
import { defaultSort } from './list-codec.ts'
import type { ListSpec, ListState } from './list-spec.ts'
import type { ChangeList } from './use-list-state.ts'

/**
 * Leads on to everything where what a list begins with finds nothing, so that nobody takes the whole list for empty.
 * Only as the list is opened: whoever asks for the first view later sees that it is empty, and what empties while it is
 * looked at stays.
 * @returns what is to be shown: the list as it is, or as if it were coming while it leads on
 */
export function useFirstView<T>(
  list: ListSpec,
  state: ListState,
  data: ListData<T>,
  change: ChangeList,
): ListData<T> {
  // A form that stands open over the list goes with its address.
  const isFormOpen = useSearch({ strict: false, select: ({ edit }) => edit !== undefined })
  const opened = useRef<'coming' | 'leads on' | 'there'>('coming')
  const isThere = !data.loading && !data.stale && !data.offline
  const finds = data.error !== null || exactTotal(data.pagination) !== 0
  const leadsOn = opened.current === 'coming' && isThere && !finds && isFirst(state, list)
  const leads = leadsOn && !isFormOpen
  useEffect(() => {
    if (leads) {
      opened.current = 'leads on'
      change({ filters: {}, sort: defaultSort(list) }, { replace: true })
    } else if (isThere && !leadsOn) opened.current = 'there'
  }, [leads, leadsOn, isThere, change, list])
  const isComing = leads || (opened.current === 'leads on' && !isThere)
  return isComing ? { ...data, loading: true, rows: [], pagination: null } : data
}
