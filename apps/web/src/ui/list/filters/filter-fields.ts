import { type hasPlain, type Suffix, suffixesOf } from '@steward/contract/lists/filter-kinds'
import type { Filter, ListDefinition } from '../screen/list-definition.ts'
import type { ListSpec, ListState } from '../url/list-spec.ts'

/** What a field of a list can be asked for by. */
export type FieldKind = 'choices' | 'id' | 'person' | 'flag' | 'number' | 'money' | 'time' | 'text'

/** A field of a list that filters ask of, with all the keys that do. */
export interface FilterField<T> {
  name: string
  label: string
  kind: FieldKind
  /** What follows its name in those keys. */
  suffixes: readonly Suffix[]
  /** Its keys for the ends of a span: `from` and `to` where every server knows them. */
  ends: { from: string; to: string }
  /** How its list draws its choices. */
  filter?: Filter<T>
}

const kinds: Readonly<Record<string, FieldKind>> = {
  id: 'id',
  person: 'person',
  flag: 'flag',
  number: 'number',
  money: 'money',
  time: 'time',
  text: 'text',
}

/** Changes some of the filters; a list of none takes one away. */
export type ChangeFilters = (change: Record<string, readonly string[]>) => void

/**
 * Filters with a change in them, without what that leaves empty: the address doesn't have it either, and the same
 * list would be asked for twice. How filters are joined goes with the last of them; a switch only widens the list.
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

/** Every field that a list's filters ask of, those with a control of their own first. */
export function fieldsOf<T>({
  list,
  filters,
  fields,
}: Pick<ListDefinition<T>, 'list' | 'filters' | 'fields'>): FilterField<T>[] {
  const drawn = filters.filter(
    (filter) => filter.kind !== 'span' && filter.kind !== 'switch' && filter.key in list.filters,
  )
  const named = drawn.map((filter) => (filter as { key: string }).key)
  const others = Object.keys(list.filters).filter(
    (key) => !named.includes(key) && isField(list, key),
  )
  return [...named, ...others].map((name) => {
    const filter = drawn.find((each) => (each as { key: string }).key === name)
    const kind = list.filters[name] as Parameters<typeof hasPlain>[0]
    const empty = list.optional?.includes(name) ? (['empty'] as const) : []
    const isSpan = list.span === name
    return {
      name,
      label: filter?.label ?? fields?.[name]?.label ?? name,
      kind: kinds[kind as string] ?? 'choices',
      suffixes: list.suffixes ? [...suffixesOf(kind), ...empty] : [],
      ends: isSpan ? { from: 'from', to: 'to' } : { from: `${name}.from`, to: `${name}.to` },
      ...(filter && { filter }),
    }
  })
}

/** Ends of a span are a field's, and a switch widens the list. */
function isField(list: ListSpec, key: string): boolean {
  const kind = list.filters[key]
  return (
    list.suffixes === true && !['from', 'to', 'switch', 'moment', 'flag'].includes(kind as string)
  )
}

/** All keys of a query that ask of a field. */
export const keysOf = <T>({ name, suffixes, ends }: FilterField<T>): string[] => [
  ...new Set([name, ...suffixes.map((suffix) => `${name}.${suffix}`), ends.from, ends.to]),
]

/** What is asked of a field, by what follows its name; by `is` where nothing does. */
export type Asked = Partial<Record<Suffix | 'is', readonly string[]>>

/** What a list's state asks of a field; null for nothing. */
export function askedOf<T>(field: FilterField<T>, filters: ListState['filters']): Asked | null {
  const asked: Asked = {}
  const note = (suffix: Suffix | 'is', key: string) => {
    const values = filters[key]
    if (values?.length) asked[suffix] ??= values
  }
  note('is', field.name)
  for (const suffix of field.suffixes) note(suffix, `${field.name}.${suffix}`)
  note('from', field.ends.from)
  note('to', field.ends.to)
  return Object.keys(asked).length > 0 ? asked : null
}

/** What changes a list's state so that it asks this of a field, and nothing else. */
export function asking<T>(field: FilterField<T>, asked: Asked): Record<string, readonly string[]> {
  const change: Record<string, readonly string[]> = {}
  for (const key of keysOf(field)) change[key] = []
  for (const [suffix, values] of Object.entries(asked)) {
    const key =
      suffix === 'is'
        ? field.name
        : suffix === 'from' || suffix === 'to'
          ? field.ends[suffix]
          : `${field.name}.${suffix}`
    change[key] = values
  }
  return change
}
