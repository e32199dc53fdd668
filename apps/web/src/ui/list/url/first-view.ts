import { fieldOf } from '../definition/list-matching.ts'
import type { ListSpec, ListState } from '../definition/list-spec.ts'

/** How a list is sorted until asked otherwise. */
export const defaultSort = (list: ListSpec): string => list.sort ?? '-createdAt'

export const isFiltered = ({ filters }: ListState): boolean =>
  Object.values(filters).some((values) => values.length > 0)

/** Whether a list shows its first view: the filters that it begins with, and no search. */
export function isFirst({ search, filters }: ListState, { first }: ListSpec): boolean {
  if (!first || search.trim() !== '') return false
  const set = Object.entries(filters).filter(([, values]) => values.length > 0)
  const wanted = Object.entries(first.filters)
  return (
    set.length === wanted.length &&
    wanted.every(([key, values]) => filters[key]?.join('\n') === values.join('\n'))
  )
}

/** Whether a list is filtered by the fields that it begins with, whoever `me` is in them. */
export function beginsSo({ search, filters }: ListState, { first }: ListSpec): boolean {
  if (!first || search.trim() !== '') return false
  const set = Object.keys(filters).filter((key) => filters[key]?.length)
  return set.length > 0 && set.every((key) => key in first.filters)
}

/**
 * A state with a change applied. Removing the last filter shows everything; the filters that a list
 * begins with are dropped for a search, which looks through everything, and return when it is
 * cleared.
 */
export function changed(state: ListState, part: Partial<ListState>, list: ListSpec): ListState {
  const next = { ...state, ...part }
  const usual = defaultSort(list)
  const { first } = list
  if (!first) return next
  if (part.filters) return { ...next, whole: !isFiltered(next) && !next.search.trim() }
  if (part.search === undefined) return next
  const sort = part.sort ?? state.sort
  if (next.search.trim() !== '' && isFirst(state, list))
    return { ...next, filters: {}, sort: sort === first.sort ? usual : sort }
  if (next.search.trim() === '' && !isFiltered(next) && !state.whole)
    return { ...next, filters: first.filters, sort: sort === usual ? first.sort : sort }
  return next
}

/**
 * What a list shows as set. Of the filters and the sort it begins with, those by fields that no
 * record has are left out, as they have no effect (filter-match.ts).
 * @param rows as many of its records as are here
 */
export function shownState(
  state: ListState,
  rows: readonly { record: unknown }[],
  list: ListSpec,
): Pick<ListState, 'filters' | 'sort'> {
  const { filters, sort } = state
  const { first } = list
  if (!first || rows.length === 0) return { filters, sort }
  const isUnknown = (field: string) =>
    rows.every(({ record }) => fieldOf(record, field) === undefined)
  const kept = Object.entries(filters).filter(([key]) => !isUnknown(key))
  return {
    filters: beginsSo(state, list) ? Object.fromEntries(kept) : filters,
    sort: sort === first.sort && isUnknown(sort.replace(/^-/, '')) ? defaultSort(list) : sort,
  }
}
