import { kebabOf } from '@steward/contract/areas/area-lists'
import {
  type Area,
  type AreaName,
  type BulkAction,
  type BulkArea,
  areas as contract,
  type ExportArea,
  type ImportArea,
} from '@steward/contract/areas/areas'
import { endpoints, type QueryOf } from '@steward/contract/calls/endpoints'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/connection/connection.ts'
import type { Condition } from '../../db/filters/conditions.ts'
import { searchConditions } from '../../db/filters/search.ts'
import { countAll } from '../../db/list/keyset-stream.ts'
import type { Listing } from '../../db/list/listing.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope, RecordState } from '../../db/list/state.ts'
import { invalidField } from '../../http/failure.ts'
import { withMe } from '../../http/me.ts'
import type { Staff } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import type { ImportedArea, Importing } from '../../importer/fields.ts'
import type { Apply } from './bulk.ts'
import type { Column } from './export-columns.ts'
import { requireShown } from './field-rules.ts'
import type { Revert } from './revert.ts'
import type { Saves } from './saves.ts'
import type { Reader } from './view.ts'

type ListSent = Readonly<Record<string, string | string[]>>

export interface AreaList {
  listing: Listing
  /** Reads a query; `at` is its path in the request for errors; throws a Failure `invalid`. */
  read(
    db: Db,
    sent: ListSent,
    staff: Staff,
    at: readonly string[],
  ): { sort: string; conditions: Condition[]; listing: Listing }
  /** Throws a Failure `not_permitted` where the query may find what the person may not change. */
  requireMayChange(action: BulkAction, query: ListSent, staff: Staff): void
  /** The exported records of a row: the row itself, but several for a poll's results. */
  records(row: unknown): readonly unknown[]
  columns: Readonly<Record<string, Column<unknown>>>
  count(db: Db, conditions: readonly Condition[]): Promise<number>
}

/** How the search everywhere reads an area. */
export interface Searched<Column extends string = string> {
  /** Text columns that are searched by prefix; each is a sort of the list with an index. */
  keys: readonly string[]
  /** Whether the indexes of {@link keys} and of creation exclude deleted records. */
  liveIndexes?: true
  /** Whether names, which have an index, are also found with one wrong letter. */
  byName?: true
  /** The amount's column to search, where the list's own search has none. */
  searchedAmount?: string
  title: readonly Column[]
  /** Columns for the second line: the first with a text is shown, and another one if it matched. */
  detail: readonly Column[]
  /** The column of when the record starts, is due, or was written. */
  at?: Column
  amount?: Column
}

export interface SearchedArea extends Searched {
  listing: Listing
  conditions?: readonly Condition[]
  /** What the person who searches sees of it; left out where that is everything. */
  scope?: ReadScope
}

export interface BulkChanges {
  actions: Readonly<Partial<Record<BulkAction, Apply>>>
  /** The order in which an action changes records, with the table as `t`; by `_id` unless given. */
  order?: Readonly<Partial<Record<BulkAction, RawBuilder<unknown>>>>
}

export interface AreaModule {
  name: AreaName
  listing: Listing
  /** The conditions of the list's filters alone, without search and deletion. */
  filters: (query: object, reader: Reader, state: RecordState) => Condition[]
  /** The lists by export area. */
  lists: Readonly<Record<string, AreaList>>
  /** The conditions of counted records, by the dashboard's name of the count. */
  counts: Readonly<Record<string, readonly Condition[]>>
  /** The import areas by name. */
  imports: Readonly<Record<string, ImportedArea>>
  bulk?: BulkChanges
  /** What creates and changes one record; left out where no call does. */
  saves?: Saves
  purge: Apply
  revert: Revert
  search: SearchedArea
}

type Contract<N extends AreaName> = (typeof contract)[N]

interface ListParts<N extends AreaName, Shown, R> {
  /** Conditions of a query apart from the search; an empty query selects all records. */
  conditions: (query: QueryOf<`${N}.list`>, staff: Staff) => Condition[]
  records: (record: Shown) => readonly R[]
  /** The export columns by field. */
  columns: Readonly<Record<string, Column<R>>>
  count: (db: Db, conditions: readonly Condition[]) => Promise<number>
  requireMayChange?: (action: BulkAction, query: QueryOf<`${N}.list`>, staff: Staff) => void
}

type RequiredUnlessEmpty<K extends string, T> = [keyof T] extends [never]
  ? unknown
  : { [key in K]: T }

/** The parts of an area; the type requires those that the contract's record implies. */
export type AreaParts<N extends AreaName, Row, R> = Pick<
  ListParts<N, R, R>,
  'conditions' | 'columns' | 'requireMayChange'
> & {
  listing: Listing
  filters: AreaModule['filters']
  view: (row: Row) => R
  revert: Revert
  search: Searched<keyof Row & string>
  saves?: Saves | undefined
} & (Contract<N> extends { bulk: { purge: unknown } } ? unknown : { purge: Apply }) &
  RequiredUnlessEmpty<
    'lists',
    Record<Exclude<Contract<N>['exported'][number], N>, Partial<ListParts<N, R, unknown>>>
  > &
  (Exclude<Contract<N>['counted'][number], N> extends never
    ? unknown
    : { counts: Record<Contract<N>['counted'][number], readonly Condition[]> }) &
  RequiredUnlessEmpty<'imports', Record<Contract<N>['imported'][number], Importing>> &
  (Contract<N> extends { bulk: infer B }
    ? { bulk: Record<keyof B, Apply>; order?: BulkChanges['order'] }
    : unknown)

/** Defines an area; options that a further list leaves out are those of the area's own list. */
export function defineArea<N extends AreaName, Row, R>(
  name: N,
  parts: AreaParts<N, Row, R>,
): AreaModule {
  const { listing, filters, conditions, view, columns, revert, requireMayChange, search, saves } =
    parts
  const { lists, counts, imports, bulk, order, purge } = parts as {
    lists?: Record<string, Partial<ListParts<N, R, unknown>>>
    counts?: AreaModule['counts']
    imports?: Record<string, Importing>
    bulk?: BulkChanges['actions']
    order?: BulkChanges['order']
    purge?: Apply
  }
  const { counted, exported, imported }: Area = contract[name]
  const own: ListParts<N, R, unknown> = {
    conditions,
    records: (record) => [record],
    columns: columns as ListParts<N, R, unknown>['columns'],
    count: (db, all) => countAll(db, listing, all),
    ...(requireMayChange && { requireMayChange }),
  }
  const nothing = {} as QueryOf<`${N}.list`>
  return {
    name,
    listing,
    filters,
    lists: byName(exported, (list) => listFrom(name, listing, view, { ...own, ...lists?.[list] })),
    counts: counts ?? byName(counted, () => conditions(nothing, {} as Staff)),
    imports: byName(imported, (key) => ({
      key: key as ImportArea,
      name: kebabOf(key as ImportArea),
      ...(imports?.[key] as Importing),
    })),
    purge: (purge ?? bulk?.purge) as Apply,
    revert,
    search: {
      ...search,
      listing: search.searchedAmount
        ? { ...listing, searchedAmount: search.searchedAmount }
        : listing,
    },
    ...(bulk && { bulk: { actions: bulk, ...(order && { order }) } }),
    ...(saves && { saves }),
  }
}

function listFrom<N extends AreaName, Row, R>(
  name: N,
  listing: Listing,
  view: (row: Row) => R,
  { conditions, records, columns, count, requireMayChange }: ListParts<N, R, unknown>,
): AreaList {
  const parse = (sent: ListSent, at: readonly string[]) => {
    const schema: z.ZodType = endpoints[`${name}.list`].query
    return validate(schema, sent, at) as QueryOf<`${N}.list`> & ListQuery
  }
  return {
    listing,
    requireMayChange: (action, sent, staff) => requireMayChange?.(action, parse(sent, []), staff),
    read: (db, sent, staff, at) => {
      const query = withMe(parse(sent, at), staff)
      // Jobs and exports use the current records.
      if (query.asOf) throw invalidField([...at, 'asOf'].join('.'), 'can’t be used here')
      requireShown(name, query, staff)
      const { scope } = staff
      const shown = scope?.listing(listing) ?? listing
      const search = searchConditions(db, shown, query.search ?? query.name ?? '')
      const seen = scope?.seen(listing.table, current) ?? []
      return {
        sort: query.sort,
        listing: shown,
        conditions: [...conditions(query, staff), ...search, ...seen],
      }
    },
    records: (row) => records(view(row as Row)),
    columns,
    count,
  }
}

type ListQuery = { sort: string; search?: string; name?: string; asOf?: string | undefined }

const byName = <T>(names: readonly string[], of: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)]))

export interface AreaRegistry {
  all: readonly AreaModule[]
  lists: Readonly<Record<ExportArea, AreaList>>
  imports: Readonly<Record<ImportArea, ImportedArea>>
  bulk: Readonly<Record<BulkArea, AreaModule & { bulk: BulkChanges }>>
}

export function registerAreas(areas: Readonly<Record<AreaName, AreaModule>>): AreaRegistry {
  const all = Object.values(areas)
  return {
    all,
    lists: Object.assign({}, ...all.map(({ lists }) => lists)),
    imports: Object.assign({}, ...all.map(({ imports }) => imports)),
    bulk: Object.fromEntries(
      all.flatMap((area) => (area.bulk ? [[area.name, area]] : [])),
    ) as AreaRegistry['bulk'],
  }
}
