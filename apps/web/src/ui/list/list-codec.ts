import type { SentQuery } from '../../api/listing.ts'
import type { Filter, ListDefinition, ListState } from './list-definition.ts'

/** A URL's search as the router has it. */
export type UrlSearch = Readonly<Record<string, unknown>>

/** The page sizes that are offered. */
export const pageSizes = [10, 25, 50, 100] as const

const maxPage = 1_000_000_000

/** Every text under a key; numbers and booleans, as a router may make of them, become text again. */
function textsOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
}

/** The keys of a filter in the URL. */
export function filterKeys<T>(filter: Filter<T>): readonly string[] {
  return filter.kind === 'span' ? ['from', 'to'] : [filter.key]
}

const day = /^\d{4}-\d{2}-\d{2}$/

function accepts<T>(filter: Filter<T>, value: string): boolean {
  if (filter.kind === 'choices') return filter.choices.some((choice) => choice.value === value)
  if (filter.kind === 'flag') return value === 'true' || value === 'false'
  if (filter.kind === 'switch') return value === 'true'
  if (filter.kind === 'currency') return /^[A-Z]{3}$/.test(value)
  if (filter.kind === 'span') return day.test(value) && !Number.isNaN(Date.parse(value))
  return value.trim() !== '' && value.length <= 100
}

const several = new Set(['choices', 'loaded', 'currency'])

function readFilters<T>(search: UrlSearch, filters: readonly Filter<T>[]) {
  const read: Record<string, readonly string[]> = {}
  for (const filter of filters) {
    for (const key of filterKeys(filter)) {
      const values = [...new Set(textsOf(search[key]))].filter((value) => accepts(filter, value))
      const kept = several.has(filter.kind) ? values.slice(0, 100) : values.slice(0, 1)
      if (kept.length > 0) read[key] = kept
    }
  }
  return read
}

function wholeNumber(value: unknown, max: number): number | null {
  const text = textsOf(value)[0] ?? ''
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= max ? Number(text) : null
}

/**
 * Reads where a list stands from a URL. Whatever is no proper value falls back to its default.
 * @param remembered rows a page that the reader last chose for this list
 */
export function readState<T>(
  search: UrlSearch,
  definition: ListDefinition<T>,
  remembered: number | null = null,
): ListState {
  const sort = textsOf(search.sort)[0] ?? ''
  const known = new Set(definition.columns.map((column) => column.key))
  const columns = [...new Set(textsOf(search.columns))].filter((key) => known.has(key))
  return {
    page: wholeNumber(search.page, maxPage) ?? 1,
    limit: wholeNumber(search.limit, 100) ?? remembered ?? definition.limit ?? 25,
    search: (textsOf(search[definition.searchKey ?? 'search'])[0] ?? '').slice(0, 200),
    sort: definition.sorts.includes(sort.replace(/^-/, '')) ? sort : defaultSort(definition),
    filters: readFilters(search, definition.filters),
    columns: columns.length > 0 ? columns : null,
    open: textsOf(search.open)[0] || null,
  }
}

/** How a list is sorted until asked otherwise. */
export const defaultSort = <T>(definition: ListDefinition<T>): string =>
  definition.sort ?? '-createdAt'

/**
 * Writes where a list stands as the search of a URL, defaults left out.
 * @param search the search as it is; keys that are no list's own are kept
 */
export function writeState<T>(
  state: ListState,
  definition: ListDefinition<T>,
  search: UrlSearch = {},
  remembered: number | null = null,
): Record<string, unknown> {
  const key = definition.searchKey ?? 'search'
  // `edit` is no part of the list, but the form of what is open goes with it.
  const own = ['page', 'limit', 'sort', 'columns', 'open', 'edit', key]
  const left = new Set([...own, ...definition.filters.flatMap((filter) => filterKeys(filter))])
  const written: Record<string, unknown> = Object.fromEntries(
    Object.entries(search).filter(([name]) => !left.has(name)),
  )
  if (state.search !== '') written[key] = state.search
  for (const [name, values] of Object.entries(state.filters)) {
    if (values.length > 0) written[name] = values.length === 1 ? values[0] : [...values]
  }
  if (state.sort !== defaultSort(definition)) written.sort = state.sort
  if (state.page > 1) written.page = String(state.page)
  if (state.limit !== (remembered ?? definition.limit ?? 25)) written.limit = String(state.limit)
  if (state.columns !== null) written.columns = [...state.columns]
  if (state.open !== null) written.open = state.open
  return written
}

/** What a list asks its server for. */
export function sentQuery<T>(state: ListState, definition: ListDefinition<T>): SentQuery {
  const query: Record<string, string | string[]> = {
    page: String(state.page),
    limit: String(state.limit),
  }
  if (state.search !== '') query[definition.searchKey ?? 'search'] = state.search
  if (state.sort !== '-createdAt') query.sort = state.sort
  for (const [key, values] of Object.entries(state.filters)) {
    query[key] = values.length === 1 && values[0] !== undefined ? values[0] : [...values]
  }
  return definition.send ? definition.send(query, state) : query
}

/** Whether a search or a filter narrows the list. A switch widens it and doesn't count. */
export function isNarrowed<T>(state: ListState, definition: ListDefinition<T>): boolean {
  if (state.search.trim() !== '') return true
  return definition.filters.some(
    (filter) =>
      filter.kind !== 'switch' &&
      filterKeys(filter).some((key) => (state.filters[key]?.length ?? 0) > 0),
  )
}
