import type { Permission } from '@steward/contract/permissions/permissions'
import type { RawBuilder } from 'kysely'
import type { Condition } from '../filters/conditions.ts'
import type { ListedTable, RecordTable } from '../schema/tables.ts'
import type { Listing } from './listing.ts'

/** Tables whose rows are counted for records of another table, each with the column of that record's id. */
export const countedBy = {
  users: 'role_id',
  posts: 'category_id',
  shopping_posts: 'category_id',
} as const
export type CountedTable = keyof typeof countedBy

/** The state of records, now or at a moment. */
export interface RecordState {
  now: RawBuilder<string>
  table(name: RecordTable, alias: string): RawBuilder<unknown>
  /** How many rows of the table, not deleted, belong to the row `t`; null where that isn't known of the past. */
  countIn(table: CountedTable, conditions?: readonly Condition[]): RawBuilder<number | null>
  /** What narrows the records of this state, for whoever reads it. */
  scope?: ReadScope
}

/**
 * What a person whose rights are narrowed sees. Whoever nothing narrows has none, and nothing of this is asked for them.
 */
export interface ReadScope {
  /** Equal for scopes that see the same. */
  key: string
  /** Whose scope it is. */
  user: string
  /** The conditions of the rows of a table that are seen, on `t` in a state; empty where all are. */
  seen(table: ListedTable, state: RecordState): readonly Condition[]
  /** The conditions of the rows that a permission which they hold is for, as {@link seen}; these have to be seen, too. */
  permitted(table: ListedTable, state: RecordState, permission: Permission): readonly Condition[]
  /** The columns that hold fields which are hidden of any row of a table. */
  hiddenColumns(table: ListedTable): readonly string[]
  /** A list whose search, sorts and other means show nothing of hidden fields. */
  listing(listing: Listing): Listing
  /** A row without the values of hidden fields, whose names it has under {@link hiddenFields}. */
  withoutHidden<Row>(table: ListedTable, row: Row): Row
}

/** The names of a row's fields that are hidden from who reads it. */
export const hiddenFields = Symbol('hidden fields')
