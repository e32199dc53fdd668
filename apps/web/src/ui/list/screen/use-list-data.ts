import type { Pagination } from '@steward/contract/lists/listing'
import { t } from '@steward/i18n/reader'
import { keepPreviousData, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  type Listing,
  type ListQuery,
  maxGathered,
  type SentQuery,
  type TotalQuery,
} from '../../../api/listing.ts'
import { inSentence } from '../../format/phrases.ts'
import { prefetchQuery } from '../../load/prefetch-query.ts'
import type { Ignored } from '../client-side/detect-ignored-params.ts'
import { useListWork, useLocalPage } from '../client-side/local-page.ts'
import { useListCapabilities } from '../client-side/use-list-capabilities.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { fieldOf, isFixed } from '../definition/list-matching.ts'
import type { ListState } from '../definition/list-spec.ts'
import { useOwnId, withOwnId } from '../filters/own-id.ts'
import { useLiveRows } from '../live/use-live-rows.ts'
import { isFirst, shownState } from '../url/first-view.ts'
import { isNarrowed, sentQuery, wholeQuery } from '../url/list-codec.ts'

/** The query options of a list for what it asks, or for every row as far as there are not too many. */
export type ListOptions<T> = (query: SentQuery, whole?: 'whole') => ListQuery<T>

export type ListData<T> = ReturnType<typeof useListData<T>>

/** Marks the query of the page that a screen shows: its rows are updated in place. */
export const shownRows = { shownRows: true } as const

const none: readonly never[] = []

// i18n-ignore: the key of a query
const noTotal: TotalQuery = { queryKey: ['no total', {}, 0], queryFn: async () => null }

/** How long a whole list stays as it is, in milliseconds: it may be long, and isn't fetched lightly. */
const wholeStaleTime = 60_000

/** Loads a list. Where the server ignores what it is asked or sends everything, it is worked out here (contract, reading 1). */
export function useListData<T>(
  definition: ListDefinition<T>,
  state: ListState,
  options: ListOptions<T>,
) {
  const { list } = definition
  const client = useQueryClient()
  const own = useOwnId()
  // What is worked out here, or judged, is by who is meant.
  const meant = useMemo(() => withOwnId(state, own), [state, own])
  const unsearched = useMemo(() => ({ ...state, search: '', page: 1 }), [state])
  const wholeOptions = options(wholeQuery(state, list), 'whole')
  const asks = list.asksSearch === true && state.search.trim() !== ''
  const known = !asks && client.getQueryData(wholeOptions.queryKey) !== undefined
  const { totalOptions, countsAlone: _, ...asked } = options(sentQuery(state, list))
  const query = useQuery({
    ...asked,
    meta: shownRows,
    placeholderData: keepPreviousData,
    structuralSharing,
    enabled: !known,
  })
  const answered = query.isError || query.isPlaceholderData ? undefined : query.data
  const paged = answered?.pagination ? answered : undefined
  // Loaded while the answer is on its way.
  const work = useListWork(asksAnything(state))
  const judged = useMemo(
    () => (paged ? judge(work, paged, meant, definition) : null),
    [work, paged, meant, definition],
  )
  const suspects = judged?.suspects ?? false
  // A page further on may show nothing of what the first one does.
  const looksBack = paged !== undefined && state.page > 1 && list.fixed !== undefined
  const all = useQuery({
    ...options(sentQuery(unsearched, list)),
    structuralSharing,
    // Only what it once showed matters, unless totals are compared.
    ...(suspects ? {} : { staleTime: Number.POSITIVE_INFINITY }),
    enabled: (suspects || looksBack) && !known,
  })
  const ignoresSearch = suspects && all.data?.pagination?.total === paged?.pagination?.total
  const first = useMemo(
    () =>
      looksBack && all.data
        ? judge(work, all.data, withOwnId(unsearched, own), definition).ignored
        : null,
    [work, looksBack, all.data, unsearched, definition, own],
  )
  const ignored = ignoresSearch ? 'search' : (judged?.ignored ?? (paged ? first : null))
  const fetches =
    ignored !== null && paged?.pagination != null && isFetchable(paged.pagination, state)
  const whole = useQuery({
    ...wholeOptions,
    structuralSharing,
    staleTime: wholeStaleTime,
    enabled: known || fetches,
  })

  // A list that came whole, unasked, is kept for every other question.
  const isAll = answered !== undefined && !answered.pagination && !isNarrowed(state, definition)
  useEffect(() => {
    if (isAll && !known) client.setQueryData(wholeOptions.queryKey, answered)
  })

  const source = asks || whole.data === undefined ? query : whole
  const listing = source.isError ? undefined : source.data
  const isLocal = listing !== undefined && (!listing.pagination || ignored !== null)
  // A page that is filtered here is the only one there is to filter.
  const isPage = isLocal && listing.pagination !== null
  const ofPage = isPage ? { ...meant, page: 1 } : meant
  const local = useLocalPage(isLocal ? listing : null, ofPage, definition)
  const page = isLocal ? local.page : listing
  const rows = page?.rows ?? none
  const unpaged = isLocal && !listing.pagination ? listing.rows : null
  const said: Pagination | null = (isPage ? listing.pagination : page?.pagination) ?? null
  const left = said?.exact === false && !source.isPlaceholderData && listing !== undefined
  const totalQuery = useQuery({
    ...(totalOptions?.(listing?.loadedAt ?? 0) ?? noTotal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: left && totalOptions !== undefined,
  })
  const counted = left ? totalQuery.data : undefined
  // What is at least there may be less than what a late page shows.
  const isMore = counted && (counted.exact !== false || counted.total > (said?.total ?? 0))
  const pagination = isMore ? { ...counted, page: said?.page ?? 1 } : said
  const total = pagination?.exact === false ? undefined : pagination?.total
  // Known only from a server that counts without sending rows.
  const begins = isFirst(state, list) && listing !== undefined && !source.isPlaceholderData
  const everything = options(sentQuery({ ...unsearched, filters: {} }, list))
  const unfiltered = useQuery({
    ...(everything.totalOptions?.(listing?.loadedAt ?? 0) ?? noTotal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: begins && !isLocal && everything.countsAlone === true,
  })
  const offers = useListCapabilities(unpaged, rows, definition)
  const live = useLiveRows<T>(asked.queryKey, isLocal || source !== query ? undefined : answered)
  const coming = fetches && !known && !whole.isError
  return {
    rows,
    /** Null until the first answer and after a failure. */
    pagination,
    /** Whether the total is being counted. */
    counts: left && totalQuery.isPending,
    /** The exact total; undefined if unknown. */
    total,
    /** How many there are without the filters that the list begins with, while those are set and as far as it is known. */
    unfiltered: begins ? (unpaged?.length ?? unfiltered.data?.total) : undefined,
    /** Whether the rows are those of the previous page, while the requested one is loading. */
    stale: source.isPlaceholderData || coming || (isLocal && local.stale && page !== null),
    /** Set by a failed load, which also empties the list (specification sections 4 and 8). */
    error: source.error,
    loading:
      source.isPending ||
      (source.isError && source.isFetching) ||
      (isLocal && !page) ||
      (paged !== undefined && !work && asksAnything(state)),
    /** Whether loading is paused because the browser is offline. */
    offline: source.fetchStatus === 'paused',
    /** When the rows came, in epoch milliseconds; 0 for never. */
    loadedAt: listing?.loadedAt ?? 0,
    offers,
    /** The filters and the sort, without those that can't apply to the records. */
    shown: useMemo(() => shownState(state, unpaged ?? rows, list), [state, unpaged, rows, list]),
    /** The rows of all pages, where they are here; null for a list that the server pages. */
    all: isLocal && !isPage ? (local.page?.all ?? null) : null,
    /** Whether a list of one person's records can't be narrowed, as the records don't name them. */
    lacksFilterFields: listing !== undefined && isMissingFilterFields(listing, definition),
    /** What the reader has to know of the rows, as the server can't do what was asked; or null. */
    note: listing && !coming ? noteOf(listing, ignored, rows.length) : null,
    live,
    /** The total when it was requested; later changes of it are not announced. */
    askedTotal: listing?.askedTotal ?? total,
    retry: () => void source.refetch(),
    /** Prefetches another state of the list; null where nothing is to be loaded. */
    prefetch:
      paged === undefined || isLocal || coming
        ? null
        : (at: ListState, signal: AbortSignal) =>
            void prefetchQuery(client, options(sentQuery(at, list)), signal),
  }
}

/** Whether more is asked of a list than its rows as they come, so that a server can pass something over. */
const asksAnything = ({ search, filters, sort }: ListState): boolean =>
  search.trim() !== '' ||
  sort !== '-createdAt' ||
  Object.values(filters).some((values) => values.length > 0)

/** What a page, as the server sent it, shows of how it was asked. */
function judge<T>(
  work: ReturnType<typeof useListWork>,
  page: Listing<T>,
  state: ListState,
  definition: ListDefinition<T>,
): { suspects: boolean; ignored: Ignored | null } {
  const records = (page.came ?? []).map(({ record }) => record)
  const answered = { records, state, definition }
  if (work) return { suspects: work.holdsUnmatched(answered), ignored: work.ignoredIn(answered) }
  const lenient = { ...definition.list, narrowsHere: false }
  const isOther = records.some((record) => !isFixed(record, lenient))
  return { suspects: false, ignored: isOther ? 'filter' : null }
}

/** Whether a list is short enough to be fetched whole: by the server's own page size, if it has one. */
function isFetchable({ total, limit }: Pagination, state: ListState): boolean {
  const size = limit < state.limit ? limit : 100
  return total <= maxGathered && total / size <= maxGathered / 100
}

/** Comparing the whole of a long list with the one before it would hold everything up. */
function structuralSharing(before: unknown, now: unknown): unknown {
  const { length = 0 } = (now as Listing<unknown> | undefined)?.rows ?? []
  return length > maxGathered ? now : replaceEqualDeep(before, now)
}

function isMissingFilterFields<T>({ rows }: Listing<T>, { list }: ListDefinition<T>): boolean {
  const [field] = Object.keys((list.narrowsHere && list.fixed) || {})
  if (field === undefined || rows.length === 0) return false
  return rows.every(({ record }) => (fieldOf(record, field) ?? null) === null)
}

function noteOf<T>(
  listing: Listing<T>,
  ignored: Ignored | 'search' | null,
  shown: number,
): string | null {
  const { rows } = listing
  if (listing.cut)
    return t(
      'This server can’t search, filter or sort everything, so only the first {rows, plural, one {# row is} other {# rows are}} covered.',
      { rows: rows.length },
    )
  if (!ignored || !listing.pagination) return null
  if (ignored === 'sort')
    return t('This server can’t sort this list. Only the rows on this page are sorted.')
  const numbers = { rows: rows.length, shown }
  if (ignored === 'search')
    return t(
      'This server can’t search. Of the {rows, plural, one {# row} other {# rows}} on this page, {shown, plural, one {# matches} other {# match}}.',
      numbers,
    )
  return ignored === 'filter'
    ? t(
        'This server can’t filter. Of the {rows, plural, one {# row} other {# rows}} on this page, {shown, plural, one {# matches} other {# match}}.',
        numbers,
      )
    : t(
        'This server can’t filter by {field}. Of the {rows, plural, one {# row} other {# rows}} on this page, {shown, plural, one {# matches} other {# match}}.',
        { field: inSentence(ignored.field), ...numbers },
      )
}
