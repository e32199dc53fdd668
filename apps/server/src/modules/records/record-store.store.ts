import type { AreaName } from '@steward/contract/areas/areas'
import { areaFields } from '@steward/contract/areas/listings'
import type { QueryOf } from '@steward/contract/calls/endpoints'
import { routes } from '@steward/contract/calls/routes'
import type { Deletion } from '@steward/contract/lists/listing'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/filters/conditions.ts'
import { filterConditions } from '../../db/filters/filters.ts'
import { findRow, type Listing } from '../../db/list/listing.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope, RecordState } from '../../db/list/state.ts'
import { type AreaTable, type Tables, tableOf } from '../../db/schema/tables.ts'
import { memoize } from '../../memoize.ts'
import { type DeletedColumns, inTrash } from './deleted.ts'
import { requireShown } from './field-rules.ts'
import { filteredBy, type ListingParts, listingOf, type OwnFilters } from './listing.store.ts'
import type { Reader } from './view.ts'

export type RowOf<N extends AreaName, More = unknown> = DeletedColumns &
  Omit<Selectable<Tables[AreaTable<N>]>, 'search'> &
  More

interface StoreParts<N extends AreaName> {
  listing?: (state: RecordState) => ListingParts
  /** Filters that don't use the field's column, and those whose numbers are kept by person. */
  filters?: (state: RecordState, reader: Reader) => OwnFilters<N>
  /** Conditions in addition to the filters. */
  conditions?: (query: QueryOf<`${N}.list`>, state: RecordState) => Condition[]
  deletion?: (query: QueryOf<`${N}.list`>) => Deletion
}

export interface RecordStore<N extends AreaName, Row> {
  area: N
  table: AreaTable<N>
  /** The list of records at a state: current ones, or as they were at a moment. */
  listingIn: (state: RecordState) => Listing
  listing: Listing
  /** The conditions of a query apart from the search (contract, Lists). */
  conditions(query: QueryOf<`${N}.list`>, reader: Reader, state?: RecordState): Condition[]
  /** The conditions of filters alone. */
  filters(query: object, reader: Reader, state: RecordState): Condition[]
  /** Finds a record, deleted or not, if a scope lets it be seen. */
  find(db: Db, id: string, scope?: ReadScope | null): Promise<Row | undefined>
}

export function recordStore<N extends AreaName, Row extends RowOf<N>>(
  area: N,
  parts: StoreParts<N>,
): RecordStore<N, Row> {
  const fields = areaFields[area]
  const table = tableOf(area)
  const version = `${area}.update` in routes ? [sql`t.version`] : []
  const listingIn = memoize((state: RecordState) => {
    const { more = [], ...own } = parts.listing?.(state) ?? {}
    return listingOf(fields, table, { ...own, more: [...version, ...more] })
  })
  const listing = listingIn(current)
  const filters = (query: object, reader: Reader, state: RecordState) =>
    filterConditions(area, filteredBy(area, parts.filters?.(state, reader) ?? {}), query, state.now)
  return {
    area,
    table,
    listingIn,
    listing,
    filters,
    conditions: (query, reader, state = current) => {
      requireShown(area, query as object, reader)
      return [
        ...inTrash(
          parts.deletion ? parts.deletion(query) : (query as { deleted: Deletion }).deleted,
        ),
        ...filters(query as object, reader, state),
        ...(parts.conditions?.(query, state) ?? []),
      ]
    },
    find: (db, id, scope) => findRow<Row>(db, listing, id, scope?.seen(table, current)),
  }
}
