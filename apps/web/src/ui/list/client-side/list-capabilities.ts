import type { Row } from '../../../api/listing.ts'
import { fieldsOf } from '../filters/filter-fields.ts'
import type { Column, Filter, ListDefinition } from '../screen/list-definition.ts'
import { fieldOf, fieldOfFilter, textsOf } from './list-matching.ts'

/** What can be asked of a list: where its server isn't ours, only what its records tell of. */
export interface ListCapabilities<T> {
  search: boolean
  filters: readonly Filter<T>[]
  /** @param field the field that a column sorts by, or a filter without a control of its own asks for */
  sorts: (field: string) => boolean
  /** Whether any record says something in a column. */
  tells: (column: Column<T>) => boolean
}

/** What the records of a list that its server pages were seen to tell of: of one page little can be said. */
export type Seen = Set<string>

/** How many records are looked at. */
const sample = 300

/** @param seen what its records tell of; null for a list of which nothing is known, or whose server has everything */
export function capabilitiesOf<T>(
  seen: ReadonlySet<string> | null,
  definition: ListDefinition<T>,
): ListCapabilities<T> {
  if (!seen?.size)
    return {
      search: true,
      filters: definition.filters,
      sorts: () => true,
      tells: () => true,
    }
  const isTold = (field: string) => seen.has(`field ${field}`)
  return {
    search: seen.has('text'),
    filters: definition.filters.filter((filter) => {
      const field = fieldOfFilter(filter)
      return field === null || isTold(field)
    }),
    sorts: isTold,
    tells: ({ key }) => seen.has(`column ${key}`),
  }
}

/**
 * Notes what records tell of.
 * @param seen what others told of; what these tell is added
 * @returns the same
 */
export function seenIn<T>(
  rows: readonly Row<T>[],
  definition: ListDefinition<T>,
  seen: Seen = new Set(),
): Seen {
  const records = rows.slice(0, sample).map(({ record }) => record)
  const note = (what: string, has: (record: (typeof records)[number]) => boolean) => {
    if (!seen.has(what) && records.some(has)) seen.add(what)
  }
  const fields = [
    ...definition.list.sorts,
    ...fieldsOf(definition).map(({ name }) => name),
    ...definition.filters.flatMap((filter) => fieldOfFilter(filter) ?? []),
    ...definition.columns.flatMap(({ sort }) => sort ?? []),
  ]
  for (const field of fields)
    note(`field ${field}`, (record) => (fieldOf(record, field) ?? null) !== null)
  for (const column of definition.columns)
    note(`column ${column.key}`, (record) => column.text(record) !== '')
  note('text', (record) => textsOf(definition, record) !== '')
  if (records.length > 0) seen.add('records')
  return seen
}
