import type { Pagination } from '@steward/contract/listing'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListQuery, Row, SentQuery } from '../../api/listing.ts'
import { sentQuery } from './list-codec.ts'
import type { ListDefinition } from './list-definition.ts'
import { listLocally } from './list-locally.ts'
import type { ListState } from './list-search.ts'

/** The options of a list's query for what it asks. */
export type ListOptions<T> = (query: SentQuery) => ListQuery<T>

/** What a list has to show. */
export interface ListData<T> {
  rows: readonly Row<T>[]
  /** Null until the first answer, and after a failure. */
  pagination: Pagination | null
  /** The rows of the page before, while the page that was asked for is coming. */
  stale: boolean
  /** Set by a failed load, which also empties the list (specification sections 4 and 8). */
  error: Error | null
  loading: boolean
  /** No load is tried, as the browser is offline. */
  offline: boolean
  /** When the rows came, in epoch milliseconds; 0 for never. */
  loadedAt: number
  retry: () => void
}

const none: readonly never[] = []

/**
 * Loads a list. An answer that was overtaken by a newer question is aborted and never shown.
 * @param state where the list stands
 * @param options the query options of its call
 */
export function useListData<T>(
  definition: ListDefinition<T>,
  state: ListState,
  options: ListOptions<T>,
): ListData<T> {
  const query = useQuery({
    ...options(sentQuery(state, definition.list)),
    placeholderData: keepPreviousData,
  })
  const listing = query.isError ? undefined : query.data
  const page = useMemo(() => {
    if (!listing) return null
    if (listing.pagination) return { rows: listing.rows, pagination: listing.pagination }
    return listLocally(listing.rows, state, definition)
  }, [listing, state, definition])
  return {
    rows: page?.rows ?? none,
    pagination: page?.pagination ?? null,
    stale: query.isPlaceholderData,
    error: query.error,
    loading: query.isPending || (query.isError && query.isFetching),
    offline: query.fetchStatus === 'paused',
    loadedAt: listing?.loadedAt ?? 0,
    retry: () => void query.refetch(),
  }
}
