import { isDeepStrictEqual } from 'node:util'
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { isOnCoordinator } from '../connection/distributed.ts'
import { queryAll } from '../connection/query.ts'
import {
  appendInserted,
  appendPurged,
  appendUpdated,
  countApart,
  returnedFor,
} from '../counts/deltas.ts'
import { findRow, joinsFor, type Listing } from '../list/listing.ts'
import type { RecordTable, Tables } from '../schema/tables.ts'
import { type Actor, type Done, insertLines } from './audit.ts'
import {
  type AuditEvent,
  type BatchEntry,
  type Change,
  lineOf,
  personTypesOf,
} from './audit-lines.ts'
import type { Loan } from './loan.ts'
import { loanForChange } from './loans.ts'
import { idOf, lockRows, updateOf, withDeleter } from './row-statements.ts'
import { type SiblingPositions, siblingPositionsOf } from './sibling-positions.ts'
import { keyInTree, movesInTree } from './tree-keys.ts'

export type WriteTransaction = ReturnType<typeof writeTransaction>

/** The entry that was written with a change isn't the right one: the transaction is run again without that. */
export class NotAlone extends Error {}

/**
 * What records are changed with in a transaction.
 * @param done what has been changed, of which the caller writes the audit log
 * @param alone whether `updateAlone` may write its entry at once
 */
export function writeTransaction(
  tx: Transaction<Tables>,
  actor: Actor,
  done: Done,
  alone: boolean,
) {
  const { changes, batches, events } = done
  const scope = ('user' in actor && actor.scope) || null
  const lent = new Map<string, Loan>()
  // Here and not only at the end, so that one of many records can be left as it is.
  const loanOf = (change: Pick<Change, 'table' | 'before' | 'after'>) =>
    lent.get(idOf(change.after ?? change.before)) ?? loanForChange(actor.lent, change)
  const requireMay = async (some: readonly Change[]) => {
    const loans = await scope?.requireMayChange(tx, some, actor.through === 'import')
    for (const [id, loan] of loans ?? []) lent.set(id, loan)
    for (const [loan, under] of Map.groupBy(some, loanOf))
      await loan?.requireGranterMay?.(tx, under)
  }
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
    const loan = loanOf({ table, before, after })
    changes.push({ table, before, after, undoes, movedSiblings, places, loan })
    movedSiblings = undefined
  }
  const self = {
    /** The transaction, for rows that are no records. */
    tx,
    actor,
    /** Inserts rows with equal columns. Several in the actor's batch (job, import) make one entry of the audit log. */
    insert: async <T extends RecordTable>(table: T, rows: readonly Insertable<Tables[T]>[]) => {
      const [first] = rows
      if (!first) return
      const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
      const isBatch = actor.batch !== undefined && rows.length > 1
      // A list of values could have at most 65,535 parameters.
      const json = JSON.stringify(rows)
      // Conditions are about rows as they stand, with what the database adds.
      const isRead = !isBatch || scope !== null
      const inserted = await queryAll(tx)<object>`
        with changed as (
          insert into ${sql.table(table)} (${columns})
          select ${columns}
          from json_populate_recordset(null::${sql.table(table)}, ${json}::json)
          returning ${isRead ? sql`*` : returnedFor(table)}
        ) ${appendInserted(table)}
        select ${isRead ? sql`* from changed` : sql`1 from changed limit 0`}
      `
      if (isBatch) batches.push(...batchEntriesOf(table, rows))
      await requireMay(inserted.map((row) => ({ table, before: null, after: row })))
      if (table === 'categories') await keyInTree(tx, rows.map(idOf))
      if (isBatch) return
      const after = await siblingPositionsOf(tx, table, Object.keys(first), inserted.map(idOf))
      for (const row of inserted) note(table, null, row, after && { after })
    },
    /**
     * Locks and returns rows, also deleted ones, in the order of `_id`, so that two writers don't deadlock; without those
     * that the actor doesn't see.
     */
    lock: async <T extends RecordTable>(table: T, ids: readonly string[]) => {
      const rows = await lockRows(tx, table, ids)
      return scope ? await scope.seenOf(tx, table, rows) : rows
    },
    /** Updates rows from `lock`. Changed ones get `updated_at` and `version`; `deleted_at` also sets who deletes. */
    update: async <T extends RecordTable>(
      table: T,
      rows: readonly Selectable<Tables[T]>[],
      patch: Updateable<Tables[T]>,
    ): Promise<Selectable<Tables[T]>[]> => {
      const whole = withDeleter(actor, patch)
      const names = Object.keys(whole)
      if (rows.length === 0 || names.length === 0) return [...rows]
      const given = new Map(rows.map((row) => [idOf(row), row]))
      const ids = [...given.keys()].sort()
      const before = await siblingPositionsOf(tx, table, names, ids)
      const [change, deltas] = [
        updateOf(actor, table, rows, whole),
        appendUpdated(table, rows, names),
      ]
      const isApart = isOnCoordinator(tx, table)
      const updated = await queryAll(tx)<Selectable<Tables[T]>>`
        with changed as (${change}) ${isApart ? sql`` : deltas} select * from changed`
      if (isApart) await countApart(tx, table, updated, deltas)
      const changed = new Map(updated.map((row) => [idOf(row), row]))
      await requireMay(
        updated.map((row) => ({ table, before: given.get(idOf(row)) ?? null, after: row })),
      )
      if (movesInTree(table, names)) await keyInTree(tx, [...changed.keys()])
      const after = before && (await siblingPositionsOf(tx, table, names, [...changed.keys()]))
      return ids.flatMap((id) => {
        const row = changed.get(id)
        if (row) note(table, given.get(id) ?? null, row, before && { before, after })
        return row ?? given.get(id) ?? []
      })
    },
    /**
     * Like `update`, of one row that is likely the only change of the transaction: the same statement writes the audit
     * entry and reads the record. The entry says that the row becomes what the patch says; if it doesn't, or if
     * anything else is changed, the transaction is run again with an entry that follows.
     * @returns the record as the listing has it
     */
    updateAlone: async <T extends RecordTable, Row>(
      table: T,
      row: Selectable<Tables[T]>,
      patch: Updateable<Tables[T]>,
      listing: Listing,
    ): Promise<Row> => {
      const whole = withDeleter(actor, patch)
      const names = Object.keys(whole)
      const lineTo = (after: object) =>
        lineOf({ table, before: row, after: { ...row, ...after }, undoes }, actor.reason)
      const lines = lineTo(whole)
      const find = () => findRow<Row>(tx, listing, idOf(row)) as Promise<Row>
      const isApart = isOnCoordinator(tx, table)
      if (
        !alone ||
        scope ||
        undoes !== undefined ||
        actor.lent?.length ||
        table === 'categories' ||
        lines.length === 0 ||
        isApart
      ) {
        await self.update(table, [row], patch)
        return await find()
      }
      const held = sql`where exists (select 1 from changed)`
      const entry = insertLines(actor, actor.batch ?? null, lines, held)
      const columns = names.map((name) => sql`${sql.ref(`t.${name}`)} as ${sql.ref(became(name))}`)
      const [found] = await queryAll(tx)<Row & Record<string, unknown>>`
        with changed as (${updateOf(actor, table, [row], whole)})
        ${appendUpdated(table, [row], names)}, entry as (${entry})
        select ${listing.columns}, ${sql.join(columns)} from changed as t ${joinsFor(listing)}`
      // Somebody has made it so already.
      if (!found) return await find()
      done.isWritten = true
      const after = Object.fromEntries(names.map((name) => [name, found[became(name)]]))
      if (!isDeepStrictEqual(lineTo(after), lines)) throw new NotAlone()
      return found
    },
    /** Deletes rows from `lock` for good. */
    purge: async <T extends RecordTable>(table: T, rows: readonly Selectable<Tables[T]>[]) => {
      const [first] = rows
      if (!first) return
      const ids = rows.map(idOf)
      await requireMay(rows.map((row) => ({ table, before: row, after: null })))
      const before = await siblingPositionsOf(tx, table, Object.keys(first), ids)
      const isApart = isOnCoordinator(tx, table)
      await sql`
        with changed as (
          delete from ${sql.table(table)} where id = any(${ids}::uuid[]) returning ${returnedFor(table)}
        ) ${isApart ? sql`` : appendPurged(table)}
        select 1 from changed limit 0
      `.execute(tx)
      if (isApart) await countApart(tx, table, rows, appendPurged(table))
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
  return self
}

/** The name under which `updateAlone` reads what a column has become. */
const became = (column: string) => `steward_${column}`

/** Entries for a batch, one for each type of people, since not everybody may list all types. */
const batchEntriesOf = (table: RecordTable, rows: readonly object[]): BatchEntry[] =>
  [...Map.groupBy(rows, (row) => personTypesOf(table, [row])?.[0]).values()].map((some) => ({
    table,
    personTypes: personTypesOf(table, some),
    ids: some.map(idOf),
    rows: JSON.stringify(some),
  }))
