import type { Row } from '../../api/listing.ts'
import type { Column, Filter, ListDefinition } from './list-definition.ts'
import { fieldOf, fieldOfFilter, textsOf } from './list-matching.ts'

/** What can be asked of a list that is worked out here: only what its records tell of. */
export interface Offers<T> {
  search: boolean
  filters: readonly Filter<T>[]
  /** @param field the field that a column sorts by */
  sorts: (field: string) => boolean
  /** Whether any record says something in a column. */
  tells: (column: Column<T>) => boolean
}

/** How many records are looked at. */
const sample = 300

/** @param rows null for a list that the server searches, filters and sorts: then all is offered */
export function offersOf<T>(
  rows: readonly Row<T>[] | null,
  definition: ListDefinition<T>,
): Offers<T> {
  if (!rows || rows.length === 0)
    return {
      search: true,
      filters: definition.filters,
      sorts: () => true,
      tells: () => true,
    }
  const records = rows.slice(0, sample).map(({ record }) => record)
  const isTold = (field: string) =>
    records.some((record) => {
      const value = fieldOf(record, field)
      return value !== undefined && value !== null
    })
  return {
    search: records.some((record) => textsOf(definition, record) !== ''),
    filters: definition.filters.filter((filter) => {
      const field = fieldOfFilter(filter)
      return field === null || isTold(field)
    }),
    sorts: isTold,
    tells: (column) => records.some((record) => column.text(record) !== ''),
  }
}
