import type { Pagination } from '@steward/contract/lists/listing'
import type { SentQuery } from '../../../api/listing.ts'
import { type RawSearch, texts } from '../../links/url-params.ts'
import { askedFields } from '../definition/filter-fields.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import {
  filterFields,
  type ListSearch,
  type ListSpec,
  type ListState,
  listFields,
} from '../definition/list-spec.ts'
import { defaultSort, isFiltered, isFirst } from './first-view.ts'

export const pageSizes = [10, 25, 50, 100] as const

const searchKey = (list: ListSpec) => list.search ?? 'search'
const firstLimit = (list: ListSpec, remembered: number | null) => remembered ?? list.limit ?? 25

/** The state of a list, from its validated search and the page size that was chosen last. */
export function stateOf(
  search: ListSearch,
  list: ListSpec,
  remembered: number | null = null,
): ListState {
  const values: RawSearch = search
  const filters = Object.keys(filterFields(list)).flatMap((key) => {
    const words = texts(values[key])
    return words ? [[key, words] as const] : []
  })
  const word = texts(values[searchKey(list)])?.[0] ?? ''
  const whole = values['filters'] === 'none'
  const first =
    filters.length > 0 || whole || word !== '' || values['view'] !== undefined
      ? undefined
      : list.first
  return {
    page: search.page ?? 1,
    limit: search.limit ?? firstLimit(list, remembered),
    search: word,
    sort: search.sort ?? first?.sort ?? defaultSort(list),
    filters: first?.filters ?? Object.fromEntries(filters),
    ...(whole && { whole }),
    columns: search.columns ?? null,
    open: search.open ?? null,
  }
}

/** Writes where a list stands as the search of a URL, defaults left out; keys of `search` that are not the list’s are kept. */
export function writeState(
  state: ListState,
  list: ListSpec,
  search: RawSearch = {},
  remembered: number | null = null,
): Record<string, unknown> {
  // `edit` is no part of the list, but the form of what is open goes with it; the view stays, and
  // whether it shows what is deleted or what once was.
  const { view, deleted, asOf, ...own } = listFields(list)
  const written: Record<string, unknown> = Object.fromEntries(
    Object.entries(search).filter(([key]) => !Object.hasOwn(own, key)),
  )
  const first = isFirst(state, list) && search['view'] === undefined ? list.first : undefined
  if (state.search !== '') written[searchKey(list)] = state.search
  for (const [key, values] of Object.entries(first ? {} : state.filters)) {
    if (values.length > 0) written[key] = values
  }
  if (state.whole && list.first && !isFiltered(state)) written['filters'] = 'none'
  if (state.sort !== (first?.sort ?? defaultSort(list))) written['sort'] = state.sort
  if (state.page > 1) written['page'] = state.page
  if (state.limit !== firstLimit(list, remembered)) written['limit'] = state.limit
  if (state.columns !== null) written['columns'] = state.columns
  if (state.open !== null) written['open'] = state.open
  return written
}

/** The columns of an address that its list has; null where that leaves none. */
export function knownColumns<T>(
  columns: readonly string[] | null,
  definition: ListDefinition<T>,
): readonly string[] | null {
  const known = columns?.filter((name) => definition.columns.some(({ key }) => key === name))
  return known?.length ? known : null
}

/** What changes a list to another page, with the page size that the server went by where that is another. */
export function limitOf(
  pagination: Pagination | null,
  state: ListState,
  page: number,
): Partial<ListState> {
  const limit = pagination?.limit ?? state.limit
  return limit === state.limit || limit > 100 ? { page } : { page, limit }
}

/** What a list asks its server for. */
export function sentQuery(state: ListState, list: ListSpec): SentQuery {
  const query: Record<string, string | string[]> = {
    page: String(state.page),
    limit: String(state.limit),
  }
  if (state.search !== '') query[searchKey(list)] = state.search
  if (state.sort !== '-createdAt') query['sort'] = state.sort
  for (const [key, values] of Object.entries(state.filters)) {
    query[key] = values.length === 1 && values[0] !== undefined ? values[0] : [...values]
  }
  return { ...(list.send ? list.send(query, state) : query), ...list.fixed }
}

/** What the whole of a list is asked by: only what makes it the list that it is, or widens it. */
export function wholeQuery(state: ListState, list: ListSpec): SentQuery {
  const switches = Object.entries(state.filters).filter(([key]) => list.filters[key] === 'switch')
  return {
    ...Object.fromEntries(switches.map(([key, values]) => [key, [...values]])),
    ...list.fixed,
  }
}

/** Whether a search or a filter narrows the list. A switch widens it and doesn't count. */
export const isNarrowed = <T>(state: ListState, definition: ListDefinition<T>): boolean =>
  state.search.trim() !== '' || askedFields(definition, state.filters).length > 0
