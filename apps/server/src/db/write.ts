import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Db } from './connection.ts'
import type { RecordTable, Tables } from './tables.ts'

/** Who changes something: a person signed in, or a part of Steward by its name. */
export type Actor =
  | { user: string }
  | { system: 'setup' | 'registration' | 'demonstration' | 'seed' | 'import' | 'command line' }

/** What a write did to one record: `before` is null for a new one, `after` for one that is gone. */
export interface Change<T extends RecordTable = RecordTable> {
  table: T
  before: Selectable<Tables[T]> | null
  after: Insertable<Tables[T]> | Selectable<Tables[T]> | null
}

/** Sees every change of a write inside its transaction; what it throws undoes the write. */
export type ChangeListener = (
  tx: Transaction<Tables>,
  actor: Actor,
  changes: readonly Change[],
) => Promise<void>

/** A transaction that changes records. */
export interface WriteTransaction {
  /** For reads, and for rows that are no records. */
  tx: Transaction<Tables>
  actor: Actor
  /**
   * Adds records in one statement.
   * @param rows all with the same columns; those left out get their defaults
   */
  insert<T extends RecordTable>(table: T, rows: readonly Insertable<Tables[T]>[]): Promise<void>
  /**
   * Reads records as they stand and keeps others from changing them until the transaction ends.
   * @returns those that exist, deleted ones too, by `_id`: one order for all, so that two writers
   *   don't wait for each other
   */
  lock<T extends RecordTable>(table: T, ids: readonly string[]): Promise<Selectable<Tables[T]>[]>
  /**
   * Changes records in one statement. Their `updated_at` and, where they have one, their `version`
   * move on.
   * @param rows as `lock` returned them
   * @param patch the columns that change, for all rows alike
   * @returns the records as they stand now, by `_id`
   */
  update<T extends RecordTable>(
    table: T,
    rows: readonly Selectable<Tables[T]>[],
    patch: Updateable<Tables[T]>,
  ): Promise<Selectable<Tables[T]>[]>
}

/** Who is told of every change. */
const changeListeners: readonly ChangeListener[] = []

/** Serialization failure and deadlock: a transaction that failed only because another one ran beside it. */
const retryableCodes = new Set(['40001', '40P01'])
const maxAttempts = 3

/**
 * The one way in which records change, whatever calls it (API, command line, import, job): opens the transaction, knows who
 * acts, and sees each record before and after. A transaction that fails only because of another
 * one is run again, so `work` must do nothing outside the database.
 * @returns what `work` returns
 */
export async function write<R>(
  db: Db,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        const changes: Change[] = []
        const result = await work(writeTransaction(tx, actor, changes))
        for (const listener of changeListeners) await listener(tx, actor, changes)
        return result
      })
    } catch (error) {
      if (tries >= maxAttempts || !retryableCodes.has((error as { code?: string }).code ?? ''))
        throw error
    }
  }
}

const columnsOf = (row: object) => sql.join(Object.keys(row).map((column) => sql.ref(column)))

function writeTransaction(
  tx: Transaction<Tables>,
  actor: Actor,
  changes: Change[],
): WriteTransaction {
  return {
    tx,
    actor,
    insert: async (table, rows) => {
      const [first] = rows
      if (!first) return
      const columns = columnsOf(first)
      // One parameter however many rows: a list of values would end at 65,535 parameters.
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
      `.execute(tx)
      for (const after of rows) changes.push({ table, before: null, after } as Change)
    },
    lock: async <T extends RecordTable>(table: T, ids: readonly string[]) => {
      const found = await sql<Selectable<Tables[T]>>`
        select * from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update
      `.execute(tx)
      return found.rows
    },
    update: async <T extends RecordTable>(
      table: T,
      rows: readonly Selectable<Tables[T]>[],
      patch: Updateable<Tables[T]>,
    ) => {
      const [first] = rows
      if (!first) return []
      const before = new Map(rows.map((row) => [idOf(row), row]))
      const columns = columnsOf(patch)
      const version = 'version' in first ? sql`version = version + 1,` : sql``
      const found = await sql<Selectable<Tables[T]>>`
        with changed as (
          update ${sql.table(table)}
          set ${version} updated_at = now(), (${columns}) = (
            select ${columns}
            from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(patch)}::json)
          )
          where id = any(${[...before.keys()]}::uuid[])
          returning *
        )
        select * from changed order by id
      `.execute(tx)
      for (const after of found.rows) {
        changes.push({ table, before: before.get(idOf(after)), after } as Change)
      }
      return found.rows
    },
  }
}

const idOf = (row: unknown): string => (row as { id: string }).id
