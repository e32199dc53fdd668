import type { Permission } from '@steward/contract/permissions/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Condition, where } from '../filters/conditions.ts'
import type { ListedTable, RecordTable } from '../schema/tables.ts'
import type { Listing } from './listing.ts'
import { current, type Source } from './source.ts'
import type { CountedTable, ReadScope, RecordState } from './state.ts'

/** A source that reads what a scope lets see; the source itself where there is none. */
export function scopedSource(source: Source, scope: ReadScope | null): Source {
  if (!scope) return source
  const shown = (listing: Listing) => scope.listing(listing)
  const state = scopedState(source, scope)
  return {
    ...state,
    db: source.db,
    page: async <Row>(
      listing: Listing,
      query: Parameters<Source['page']>[1],
      conditions: readonly Condition[],
    ) => {
      const all = [...conditions, ...scope.seen(listing.table, source)]
      const { rows, pagination } = await source.page<Row>(shown(listing), query, all)
      return { rows: rows.map((row) => scope.withoutHidden(listing.table, row)), pagination }
    },
    find: async <Row>(listing: Listing, id: string) => {
      const row = await source.find<Row>(listing, id, scope.seen(listing.table, source))
      return row && scope.withoutHidden(listing.table, row)
    },
    sum: async <Row>(
      listing: Listing,
      sums: Parameters<Source['sum']>[1],
      query: Parameters<Source['sum']>[2],
      conditions: readonly Condition[],
    ) => {
      const all = [...conditions, ...scope.seen(listing.table, source)]
      const rows = await source.sum<Row>(shown(listing), sums, query, all)
      const isHidden = scope.hiddenColumns(listing.table).includes(sums.amount)
      return isHidden ? rows.map((row) => ({ ...row, amount: undefined })) : rows
    },
  }
}

/** A state of records of which only those in a scope count. */
export function scopedState(state: RecordState, scope: ReadScope): RecordState {
  const seen = (table: ListedTable) => scope.seen(table, state)
  const table = (name: RecordTable, alias: string): RawBuilder<unknown> =>
    seen(name).length === 0
      ? state.table(name, alias)
      : sql`(select t.* from ${state.table(name, 't')} ${where(seen(name))}) as ${sql.ref(alias)}`
  return {
    now: state.now,
    scope,
    table,
    countIn: (name: CountedTable, conditions = []) =>
      state.countIn(name, [...conditions, ...seen(name)]),
  }
}

/** Finds single records that somebody sees, at a moment. */
export interface RecordFinder extends Pick<Source, 'find'> {
  /** Whether a permission that they hold is for a record. */
  isFor(listing: Listing, id: string, permission: Permission): Promise<boolean>
}

/** What finds single records that a scope lets see, at a moment of the past or now. */
export function scopedFind(
  { find, now }: Pick<Source, 'find' | 'now'>,
  scope: ReadScope | null,
): RecordFinder {
  if (!scope) return { find, isFor: async () => true }
  const state = { ...current, now }
  return {
    find: async <Row>(listing: Listing, id: string) => {
      const row = await find<Row>(listing, id, scope.seen(listing.table, state))
      return row && scope.withoutHidden(listing.table, row)
    },
    isFor: async (listing, id, permission) => {
      const rows = scope.permitted(listing.table, state, permission)
      return rows.length === 0 || (await find(listing, id, rows)) !== undefined
    },
  }
}
