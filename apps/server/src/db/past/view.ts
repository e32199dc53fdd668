import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { RecordTable } from '../tables.ts'

/** A table as it stood at a moment, prepared to be listed. */
export interface Past {
  id: string
  table: RecordTable
  /** ISO 8601 in UTC. */
  moment: string
  /** Whether all that stood in the table is prepared, and not only what has changed since. */
  whole: boolean
  /** The columns of the table, in their order, and those of them that are made of others. */
  columns: readonly string[]
  generated: ReadonlySet<string>
  /** Totals and sums that were worked out; at a given moment they never change. */
  known: Map<string, unknown>
}

/** Where a list is read: the database as it is, or as it stood at a moment. */
export interface View {
  db: Db
  /** The moment that is looked at. */
  now: RawBuilder<string>
  past?: Past
}

/** The database as it is. */
export const present = (db: Db): View => ({ db, now: sql<string>`now()` })

/** The database as it stood. @param tx in which the past was found to be up to date */
export const asOf = (tx: Db, past: Past): View => ({
  db: tx,
  now: sql<string>`${past.moment}::timestamptz`,
  past,
})

/** The table that holds what is prepared of another one. */
export const pastTable = (table: RecordTable): RawBuilder<unknown> => sql.table(`past_${table}`)

/** A whole table under another name, as it stands or stood. */
export const wholeTable = (table: RecordTable, alias: string, past?: Past): RawBuilder<unknown> =>
  past
    ? sql`(select * from ${pastTable(table)} where past = ${past.id}) as ${sql.ref(alias)}`
    : sql`${sql.table(table)} as ${sql.ref(alias)}`
