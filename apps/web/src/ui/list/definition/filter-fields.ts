import { type Suffix, suffixesOf } from '@steward/contract/lists/filter-kinds'
import { t } from '@steward/i18n/reader'
import type { Row } from '../../../api/listing.ts'
import type { Filter, ListDefinition } from './list-definition.ts'
import type { ListSpec, ListState } from './list-spec.ts'

const fieldKinds = ['id', 'person', 'flag', 'number', 'money', 'time', 'text'] as const

export type FieldKind = (typeof fieldKinds)[number] | 'choices'

/** A field of a list that filters ask of, with what the list's definition says of it. */
export interface FilterField<T> extends Filter<T> {
  kind: FieldKind
  /** The suffixes that may follow its key in the keys of a query. */
  suffixes: readonly Suffix[]
  /** The keys for the ends of a span; `from` and `to` where every server supports them. */
  ends: { from: string; to: string }
}

/** Changes some of the filters; a list of none takes one away. */
export type ChangeFilters = (change: Record<string, readonly string[]>) => void

/** The values that a field is filtered by, by suffix; `is` where there is no suffix. */
export type FilterValues = Partial<Record<Suffix | 'is', readonly string[]>>

export interface ChipsProps<T> {
  definition: ListDefinition<T>
  fields: readonly FilterField<T>[]
  set: ListState['filters']
  rows: readonly Row<T>[]
  sort: string
  /** The largest total of the list that was seen. */
  total: number
  onChange: ChangeFilters
}

/**
 * Filters with a change in them, without empty ones. How filters are joined goes with the last of them; a switch only
 * widens the list.
 */
export function changedFilters(
  filters: ListState['filters'],
  change: Parameters<ChangeFilters>[0],
  list: Pick<ListSpec, 'filters'>,
): ListState['filters'] {
  const set = Object.entries({ ...filters, ...change }).filter(([, values]) => values.length > 0)
  const narrows = set.some(([key]) => key !== 'match' && list.filters[key] !== 'switch')
  return Object.fromEntries(set.filter(([key]) => narrows || key !== 'match'))
}

type Filtered<T> = Pick<ListDefinition<T>, 'list' | 'filters' | 'fields' | 'usePeople'>

/** Every field that a list's filters ask of, those of the definition first, with translated labels. */
export function fieldsOf<T>({ list, filters, fields, usePeople }: Filtered<T>): FilterField<T>[] {
  const own = new Map(filters.map((filter) => [filter.key, filter]))
  const others = list.suffixes ? Object.keys(list.filters).filter((key) => isField(list, key)) : []
  return [...new Set([...own.keys(), ...others])].flatMap((key) => {
    const isSpan = list.span === key
    const kind = list.filters[key] ?? (isSpan ? 'time' : 'switch')
    if (kind === 'switch' || kind === 'moment') return []
    const empty = list.optional?.includes(key) ? (['empty'] as const) : []
    const filter = own.get(key)
    const choices = filter?.choices?.map((each) => ({ ...each, label: t(each.label) }))
    return {
      key,
      ...(kind === 'person' && usePeople && { useSearch: usePeople }),
      ...filter,
      label: t(filter?.label ?? fields?.[key]?.label ?? key),
      ...(choices && { choices }),
      kind: fieldKinds.find((each) => each === kind) ?? 'choices',
      suffixes: list.suffixes ? [...suffixesOf(kind), ...empty] : [],
      ends: isSpan ? { from: 'from', to: 'to' } : { from: `${key}.from`, to: `${key}.to` },
    }
  })
}

/** Whether a key filters by a field; ends of a span are part of one, a switch is not. */
const isField = ({ filters }: ListSpec, key: string): boolean =>
  !['from', 'to', 'switch', 'moment', 'flag'].includes(filters[key] as string)

/** The record's field that a filter compares. */
export const toldBy = <T>({ key, looksAt }: FilterField<T>): string => looksAt ?? key

/** What can be asked of a field, each with its keys in a query, of which the first is written. */
const keysOf = <T>({ key, suffixes, ends }: FilterField<T>) =>
  [...new Set(['is', 'from', 'to', ...suffixes] as const)].map((part) => {
    if (part === 'is') return { part, keys: [key] }
    const end = part === 'from' || part === 'to' ? [ends[part]] : []
    return { part, keys: [...new Set([...end, `${key}.${part}`])] }
  })

/** The values by which a list's state filters a field; null for none. */
export function askedOf<T>(
  field: FilterField<T>,
  filters: ListState['filters'],
): FilterValues | null {
  const asked = keysOf(field).flatMap(({ part, keys }) => {
    const values = keys.map((key) => filters[key]).find((each) => each?.length)
    return values ? [[part, values] as const] : []
  })
  return asked.length > 0 ? Object.fromEntries(asked) : null
}

export const askedFields = <T>(definition: Filtered<T>, filters: ListState['filters']) =>
  fieldsOf(definition).flatMap((field) => {
    const asked = askedOf(field, filters)
    return asked ? [{ field, asked }] : []
  })

/** What changes a list's state so that it asks this of a field, and nothing else. */
export const asking = <T>(
  field: FilterField<T>,
  asked: FilterValues,
): Record<string, readonly string[]> =>
  Object.fromEntries(
    keysOf(field).flatMap(({ part, keys }) =>
      keys.map((key, at) => [key, (at === 0 && asked[part]) || []]),
    ),
  )
