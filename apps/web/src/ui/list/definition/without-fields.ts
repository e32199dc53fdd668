import type { ListDefinition } from './list-definition.ts'
import type { ListSpec } from './list-spec.ts'

/** The field that a key of a query is about: `amount` of `amount.max`, and the span of `from`. */
const fieldOfKey = (key: string, { span }: Pick<ListSpec, 'span'>): string =>
  (key === 'from' || key === 'to') && span ? span : (key.split('.')[0] ?? key)

/** A list that neither sorts nor filters by some fields, nor begins with them. */
export function listWithoutFields(list: ListSpec, hidden: readonly string[]): ListSpec {
  if (hidden.length === 0) return list
  const isShown = (key: string) => !hidden.includes(fieldOfKey(key, list))
  const { first, span, optional, ...others } = list
  const asked = first ? [...Object.keys(first.filters), first.sort.replace(/^-/, '')] : []
  return {
    ...others,
    sorts: list.sorts.filter(isShown),
    filters: Object.fromEntries(Object.entries(list.filters).filter(([key]) => isShown(key))),
    ...(optional && { optional: optional.filter(isShown) }),
    ...(span && isShown(span) && { span }),
    ...(first && asked.every(isShown) && { first }),
  }
}

/** A list's definition without everything that shows or asks for some fields. */
export function withoutFields<T>(
  definition: ListDefinition<T>,
  hidden: readonly string[],
): ListDefinition<T> {
  if (hidden.length === 0) return definition
  const { searchHint, ...others } = definition
  const { columns, filters, fields } = definition
  // The hint of its own may name a field that isn't looked through.
  const isSearched = hidden.some((name) => fields?.[name]?.searchable)
  const telling = Object.entries(fields ?? {}).flatMap(([name, { tells }]) =>
    tells?.some((each) => hidden.includes(each)) ? [name] : [],
  )
  return {
    ...others,
    ...(searchHint && !isSearched && { searchHint }),
    list: listWithoutFields(definition.list, [...hidden, ...telling]),
    columns: columns.filter(
      ({ key, exported = key }) => !exported.split(' ').some((name) => hidden.includes(name)),
    ),
    filters: filters.filter(({ key, looksAt = key }) => !hidden.includes(looksAt)),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name))),
    }),
  }
}
