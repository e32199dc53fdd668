import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../connection/connection.ts'
import { queryColumn } from '../connection/query.ts'

/** How many times an undo may be undone in turn. */
export const maxUndoLevel = 20

/** The id of the undo of entry `t`; null if there is none, or it was undone itself. */
export const undoneBy: RawBuilder<number | null> = sql`(
  select max(undo.undo_id) from audit_undos as undo where undo.entry_id = t.id and undo.in_effect)`

/** Records undos; undoing an undo restores what that had undone, and so on (at most {@link maxUndoLevel}). */
export async function recordUndos(tx: Db, undos: readonly number[]): Promise<void> {
  let turned = await queryColumn(tx)<number>`
    insert into audit_undos (undo_id, entry_id, level)
    select entry.id, entry.undoes, coalesce(undone.level, 0) + 1
    from audit_entries as entry left join audit_undos as undone on undone.undo_id = entry.undoes
    where entry.id = any(${undos}::bigint[])
    returning entry_id
  `
  while (turned.length > 0) {
    turned = await queryColumn(tx)<number>`
      update audit_undos as undo set in_effect = not undo.in_effect
      where undo.undo_id = any(${turned}::bigint[])
        and undo.in_effect = exists (
          select 1 from audit_undos as later where later.entry_id = undo.undo_id and later.in_effect)
      returning entry_id
    `
  }
}
