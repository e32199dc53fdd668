import type { Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../connection/connection.ts'
import type { ReadScope } from '../list/state.ts'
import type { RecordTable } from '../schema/tables.ts'
import type { Change } from './audit-lines.ts'
import type { Loan } from './loan.ts'

/** What a person whose rights are narrowed sees and changes. */
export interface Scope extends ReadScope {
  /** Of rows just locked, those that are seen; the others are as if they didn't exist. */
  seenOf<Row extends object>(tx: Db, table: RecordTable, rows: readonly Row[]): Promise<Row[]>
  /** Of these records, those that are seen and that a permission is for. */
  permittedOf(
    tx: Db,
    table: RecordTable,
    ids: readonly string[],
    permission: Permission,
  ): Promise<string[]>
  /**
   * Throws a Failure `not_permitted` where a change isn't among what the person may do.
   * @returns the loans without which changes wouldn't be, by the id of the record
   */
  requireMayChange(
    tx: Db,
    changes: readonly Change[],
    isImport: boolean,
  ): Promise<ReadonlyMap<string, Loan>>
}

/** What both of two scopes let see and change. */
export function bothScopes(one: Scope | null, other: Scope | null): Scope | null {
  if (!one || !other) return one ?? other
  return {
    key: `${one.key} ${other.key}`,
    user: one.user,
    hiddenColumns: (table) => [...one.hiddenColumns(table), ...other.hiddenColumns(table)],
    seen: (table, state) => [...one.seen(table, state), ...other.seen(table, state)],
    permitted: (table, state, permission) => [
      ...one.permitted(table, state, permission),
      ...other.permitted(table, state, permission),
    ],
    listing: (listing) => one.listing(other.listing(listing)),
    withoutHidden: (table, row) => one.withoutHidden(table, other.withoutHidden(table, row)),
    seenOf: async (tx, table, rows) =>
      await one.seenOf(tx, table, await other.seenOf(tx, table, rows)),
    permittedOf: async (tx, table, ids, permission) =>
      await one.permittedOf(
        tx,
        table,
        await other.permittedOf(tx, table, ids, permission),
        permission,
      ),
    requireMayChange: async (tx, changes, isImport) =>
      new Map([
        ...(await one.requireMayChange(tx, changes, isImport)),
        ...(await other.requireMayChange(tx, changes, isImport)),
      ]),
  }
}
