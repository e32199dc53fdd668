import { say } from '@steward/i18n/sentence'
import { maxUndoLevel } from '../../db/write/undo-depth.ts'
import { conflict, Failure } from '../../http/failure.ts'
import { stableJson } from '../../stable-json.ts'
import type { AuditRow, Columns } from './audit-log.store.ts'
import { contractField } from './audit-log.view.ts'
import type { SelectedRow } from './undo.store.ts'

/** What undoing an entry does to its record; `update` restores earlier values. */
export type Step = { does: 'delete' } | { does: 'restore' } | { does: 'update'; columns: Columns }

/** What an entry says about one record. */
export type EntryChange = Pick<AuditRow, 'action' | 'area' | 'before' | 'after' | 'title'>

/** Columns that are set together with others and therefore restored with them. */
const along = new Set(['deleted_at', 'deleted_by', 'status_before_deletion', 'email_confirmed'])

/** Throws a Failure `conflict` where an entry can't be undone after the entries `besides`. */
export function mustBeUndoable(
  { undone_by, undo_level, record_count }: SelectedRow,
  besides: readonly number[],
): void {
  // For a batch entry, the state of each record decides.
  if (undone_by !== null && record_count === 1 && !besides.includes(undone_by)) {
    throw conflict('This has already been undone.')
  }
  if (undo_level < maxUndoLevel) return
  throw conflict(
    say('This change has been undone and redone {count} times. Edit the record instead.', {
      count: maxUndoLevel,
    }),
  )
}

/** Throws a Failure `conflict` where columns that an undo needs have been erased. */
export function mustBeWhole({
  row,
  after,
}: {
  row: Pick<AuditRow, 'erased'>
  after: Columns | null
}) {
  const { erased } = row
  const isErased =
    erased?.some((path) => /^(before|after|internal)\./.test(path)) ||
    // Of an erased row of a batch, only the id is left.
    (erased?.includes('records') && Object.keys(after ?? {}).length === 1)
  if (isErased) throw conflict('Values of this entry have been erased, so it can’t be undone.')
}

/**
 * What undoing an entry does; `since` has the columns changed after it.
 * @throws {Failure} `conflict` with the fields changed since
 */
export function undoStepOf(
  entry: EntryChange,
  row: Columns | undefined,
  since: readonly string[] = [],
): Step {
  const { before, after, title } = entry
  if (entry.action === 'purge')
    throw conflict('This record was deleted permanently and can’t be restored.')
  if (!before && !after) throw conflict('This entry has no change to undo.')
  if (!row)
    throw conflict(say('“{title}” has since been deleted permanently.', { title: title ?? '' }))
  const gone = isDeleted(entry.area, row)
  if (!after) {
    if (!gone) throw conflict(say('“{title}” has already been restored.', { title: title ?? '' }))
    return { does: 'restore' }
  }
  mustBeUntouched(title ?? '', after, row, since)
  if (!before) {
    if (gone) throw conflict(say('“{title}” has since been deleted.', { title: title ?? '' }))
    return { does: 'delete' }
  }
  const was = isDeleted(entry.area, before)
  if (gone !== was && (entry.area === 'roles' ? 'status' in before : 'deleted_at' in before)) {
    return { does: was ? 'delete' : 'restore' }
  }
  if (gone) throw conflict(say('“{title}” is deleted. Restore it first.', { title: title ?? '' }))
  const columns = Object.entries(before).filter(([column]) => !along.has(column))
  if (columns.length === 0) throw conflict('This entry has no change to undo.')
  return { does: 'update', columns: Object.fromEntries(columns) }
}

const isDeleted = (area: AuditRow['area'], row: Columns): boolean =>
  area === 'roles' ? row['status'] === 'deleted' : (row['deleted_at'] ?? null) !== null

function mustBeUntouched(title: string, after: Columns, row: Columns, since: readonly string[]) {
  const newer = [...Object.keys(after), ...since].filter(
    (column) =>
      !along.has(column) &&
      (since.includes(column) ||
        // A position changes also when other records move, so it isn't compared.
        (column in row && column !== 'position' && !same(after[column], row[column]))),
  )
  if (newer.length === 0) return
  const paths = [...new Set(newer.map(contractField))]
  const said = say('“{title}” has changed since, so this can’t be undone.', { title })
  throw new Failure('conflict', said, {
    errors: paths.map((path) => ({ path, msg: 'has changed since' })),
  })
}

const same = (one: unknown, other: unknown): boolean => stableJson(one) === stableJson(other)
