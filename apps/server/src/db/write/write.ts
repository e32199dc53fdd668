import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryAll } from '../connection/query.ts'
import type { RecordTable, Tables } from '../schema/tables.ts'
import { type Actor, type Done, writeAudit } from './audit.ts'
import { type AuditEvent, type BatchEntry, type Change, personTypesOf } from './audit-lines.ts'
import { keyedTransaction } from './idempotency-key.ts'
import { type SiblingPositions, siblingPositionsOf } from './sibling-positions.ts'

export type WriteTransaction = ReturnType<typeof writeTransaction>

/**
 * The one way in which records change (API, command line, import, job): a transaction with an audit log, made as
 * {@link keyedTransaction} makes it. `work` must do nothing outside the database: it may run again.
 */
export const write = <R>(
  db: Db,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
): Promise<R> => keyedTransaction(db, (tx) => writeIn(tx, actor, work))

/** Like {@link write}, in the caller's transaction: several writes succeed or fail together. */
export async function writeIn<R>(
  tx: Transaction<Tables>,
  actor: Actor,
  work: (writing: WriteTransaction) => Promise<R>,
): Promise<R> {
  const done: Done = { changes: [], batches: [], events: [] }
  const result = await work(writeTransaction(tx, actor, done))
  await writeAudit(tx, actor, done)
  return result
}

const columnsOf = (row: object) => sql.join(Object.keys(row).map((column) => sql.ref(column)))

function writeTransaction(
  tx: Transaction<Tables>,
  actor: Actor,
  { changes, batches, events }: Done,
) {
  let undoes: number | undefined
  let movedSiblings: Change['movedSiblings']
  const note = (
    table: RecordTable,
    before: object | null,
    after: object | null,
    placed?: { before?: SiblingPositions; after?: SiblingPositions | undefined },
  ) => {
    const id = idOf(after ?? before)
    const places = placed && { before: placed.before?.get(id), after: placed.after?.get(id) }
    changes.push({ table, before, after, undoes, movedSiblings, places })
    movedSiblings = undefined
  }
  return {
    /** The transaction, for rows that are no records. */
    tx,
    actor,
    /** Inserts rows with equal columns. Several in the actor's batch (job, import) make one entry of the audit log. */
    insert: async <T extends RecordTable>(table: T, rows: readonly Insertable<Tables[T]>[]) => {
      const [first] = rows
      if (!first) return
      const columns = columnsOf(first)
      const isBatch = actor.batch !== undefined && rows.length > 1
      // A list of values could have at most 65,535 parameters.
      const json = JSON.stringify(rows)
      const inserted = await queryAll(tx)<object>`
        insert into ${sql.table(table)} (${columns})
        select ${columns}
        from json_populate_recordset(null::${sql.table(table)}, ${json}::json)
        ${isBatch ? sql`` : sql`returning *`}
      `
      if (isBatch) batches.push(...batchEntriesOf(table, rows))
      const after = await siblingPositionsOf(tx, table, Object.keys(first), inserted.map(idOf))
      for (const row of inserted) note(table, null, row, after && { after })
    },
    /** Locks and returns rows, also deleted ones, in the order of `_id`, so that two writers don't deadlock. */
    lock: <T extends RecordTable>(table: T, ids: readonly string[]) =>
      queryAll(tx)<Selectable<Tables[T]>>`
        select * from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update
      `,
    /** Updates rows from `lock`. Changed ones get `updated_at` and `version`; `deleted_at` also sets who deletes. */
    update: async <T extends RecordTable>(
      table: T,
      rows: readonly Selectable<Tables[T]>[],
      patch: Updateable<Tables[T]>,
    ): Promise<Selectable<Tables[T]>[]> => {
      const [first] = rows
      if (!first) return []
      const whole =
        'deleted_at' in patch ? { ...patch, deleted_by: deleterOf(actor, patch) } : patch
      const names = Object.keys(whole)
      if (names.length === 0) return [...rows]
      const given = new Map(rows.map((row) => [idOf(row), row]))
      const ids = [...given.keys()].sort()
      const before = await siblingPositionsOf(tx, table, names, ids)
      const columnsIn = (table: string) =>
        sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
      // For the optimistic lock (`checkVersion`).
      const version = 'version' in first ? sql`version = t.version + 1,` : sql``
      const updated = await queryAll(tx)<Selectable<Tables[T]>>`
        update ${sql.table(table)} as t
        set ${version} updated_at = coalesce(${actor.at ?? null}::timestamptz, now()),
          ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))}
        from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(whole)}::json) as given
        where t.id = any(${ids}::uuid[])
          and (${columnsIn('t')}) is distinct from (${columnsIn('given')})
        returning t.*
      `
      const changed = new Map(updated.map((row) => [idOf(row), row]))
      const after = before && (await siblingPositionsOf(tx, table, names, [...changed.keys()]))
      return ids.flatMap((id) => {
        const row = changed.get(id)
        if (row) note(table, given.get(id) ?? null, row, before && { before, after })
        return row ?? given.get(id) ?? []
      })
    },
    /** Deletes rows from `lock` for good. */
    purge: async <T extends RecordTable>(table: T, rows: readonly Selectable<Tables[T]>[]) => {
      const [first] = rows
      if (!first) return
      const ids = rows.map(idOf)
      const before = await siblingPositionsOf(tx, table, Object.keys(first), ids)
      await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(tx)
      for (const row of rows) note(table, row, null, before && { before })
    },
    /** Does `work` such that its audit entries name the entry that they undo. */
    undoing: async <R>(entry: number, work: () => Promise<R>): Promise<R> => {
      undoes = entry
      try {
        return await work()
      } finally {
        undoes = undefined
      }
    },
    /** Does `work` in a savepoint: if it fails, the rest of the transaction doesn't. */
    attempt: async <R>(work: () => Promise<R>): Promise<R> => {
      const before = [changes.length, batches.length, events.length] as const
      await sql`savepoint attempt`.execute(tx)
      try {
        const result = await work()
        await sql`release savepoint attempt`.execute(tx)
        return result
      } catch (error) {
        await sql`rollback to savepoint attempt`.execute(tx)
        ;[changes.length, batches.length, events.length] = before
        movedSiblings = undefined
        throw error
      }
    },
    /** Adds an audit entry for an event that changes no record. */
    note: (event: AuditEvent) => {
      events.push(event)
    },
    /** Adds former columns of other records, by id, to the entry of the next change; they get none of their own. */
    noteMovedSiblings: (before: NonNullable<Change['movedSiblings']>) => {
      movedSiblings = before
    },
  }
}

/** Entries for a batch, one for each type of people, since not everybody may list all types. */
const batchEntriesOf = (table: RecordTable, rows: readonly object[]): BatchEntry[] =>
  [...Map.groupBy(rows, (row) => personTypesOf(table, [row])?.[0]).values()].map((some) => ({
    table,
    personTypes: personTypesOf(table, some),
    ids: some.map(idOf),
    rows: JSON.stringify(some),
  }))

const deleterOf = (actor: Actor, { deleted_at }: { deleted_at?: unknown }): string | null =>
  deleted_at !== null && 'user' in actor ? actor.user : null

const idOf = (row: unknown): string => (row as { id: string }).id
