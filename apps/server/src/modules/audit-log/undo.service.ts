import { kebabOf } from '@steward/contract/areas/area-lists'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { titleOf } from '../../db/write/audit-lines.ts'
import { write } from '../../db/write/write.ts'
import { conflict, Failure, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import type { AreaRegistry } from '../records/area.ts'
import { requireChange } from '../records/change-permission.ts'
import type { Reverting } from '../records/revert.ts'
import { lockAuthorities, type UserRecord } from '../roles/authority.store.ts'
import type { AuditRow, Columns, Visible } from './audit-log.store.ts'
import { contractField } from './audit-log.view.ts'
import { type EntryChange, mustBeUndoable, mustBeWhole, undoStepOf } from './undo.rules.ts'
import {
  changedSince,
  findBatchEntry,
  findSelected,
  findWritten,
  type SelectedRow,
  type Selection,
} from './undo.store.ts'

export interface Left {
  row: AuditRow
  record: { id: string | null; title: string }
  failure: Failure
}

/** How many records are undone in one transaction; more are undone by a job, as others wait. */
export const maxAtOnce = 500

interface UndoTask extends EntryChange {
  row: SelectedRow
  id: string
}

/**
 * Undoes one entry of the audit log, all or nothing, or a batch (a bulk change) record by record, skipping those
 * changed since. More than {@link maxAtOnce} records are undone by `startUndoJobs`; a whole job by `jobs.undo`.
 * @throws {Failure} `not_found`; for one entry `conflict`, field by field
 */
export async function undo(
  services: Services,
  session: Session,
  selection: Selection,
  visible: Visible,
): Promise<{ entries: AuditRow[]; left: Left[] }> {
  const { db, areas, config, notifyOwners, mailUsers } = services
  const single = 'entry' in selection
  const batch = newId()
  const actor = { ...actorOf(session), ...(single ? {} : { batch }) }
  const { left, at } = await write(db, actor, async (writing) => {
    const authorities = await lockAuthorities(writing, session, {})
    const { sessionIdleMinutes } = config
    const at: Reverting = {
      writing,
      session: authorities.session,
      sessionIdleMinutes,
      notices: [],
      mailed: [],
    }
    const rows = await findSelected(writing.tx, selection, visible)
    if (!rows[0]) throw notFound('There is nothing to undo.')
    const { left } = await undoEach(at, areas, rows)
    if (single && left[0]) throw left[0].failure
    return { left, at }
  })
  for (const notice of at.notices) notifyOwners(session, notice)
  mailUsers(at.mailed, session.user.name)
  return { left, entries: await findWritten(db, single ? { of: selection.entry } : { batch }) }
}

/** Undoes entries in the given order, record by record; `only` limits a batch entry to these records. */
export async function undoEach(
  at: Reverting,
  areas: AreaRegistry,
  rows: readonly SelectedRow[],
  only?: readonly string[],
): Promise<{ changed: Set<string>; left: Left[] }> {
  const { writing } = at
  const left: Left[] = []
  const stuck = new Set<string>()
  const changed = new Set<string>()
  const selected = rows.map(({ id }) => id)
  for (const row of rows) {
    for (const task of await tasksOf(writing.tx, row, only)) {
      // An older change can't be undone while a newer one of the same record stays.
      if (stuck.has(task.id)) continue
      try {
        await writing.attempt(() => undoTask(at, areas, task, selected))
        changed.add(task.id)
      } catch (error) {
        const failure = failureOf(error)
        if (!failure) throw error
        stuck.add(task.id)
        left.push({ row, record: { id: task.id, title: task.title ?? '' }, failure })
      }
    }
  }
  return { changed, left }
}

async function tasksOf(tx: Db, row: SelectedRow, only?: readonly string[]): Promise<UndoTask[]> {
  const { action, area, before, after, title, record_id: id } = row
  const told = { row, action, area, before, after, title }
  if (id) return [{ ...told, id }]
  if (row.record_count === 1) return [{ ...told, id: '' }]
  const batched = await findBatchEntry(tx, row.id, only)
  return batched.map(({ id, row: made }) => ({
    ...told,
    id,
    before: null,
    after: made,
    title: titleOf(area, made),
  }))
}

async function undoTask(
  at: Reverting,
  areas: AreaRegistry,
  task: UndoTask,
  besides: readonly number[],
): Promise<void> {
  // Some entries, such as those of exports, are about no record.
  if (!task.id) throw conflict('This entry has no change to undo.')
  mustBeUndoable(task.row, besides)
  mustBeWhole(task)
  const area = areas.all.find(({ name }) => kebabOf(name) === task.area)
  if (!area) throw conflict('This entry has no change to undo.')
  const { table } = area.listing
  const [row] = await at.writing.lock(table as RecordTable, [task.id])
  const now = row as Columns | undefined
  const { before } = task
  const isMove = before !== null && 'position' in before && !('deleted_at' in before)
  const changed =
    !before || isMove ? await changedSince(at.writing.tx, task.id, task.row.id, besides) : []
  const since = changed.filter((column) => !before || column === 'position')
  const step = undoStepOf(task, now, since)
  requireChange(
    at.session,
    area.name,
    step.does === 'update' ? step : step.does,
    area.name === 'users' ? (row as UserRecord) : undefined,
  )
  await at.writing.undoing(task.row.id, async () => {
    const { revert } = area
    if (step.does === 'delete') return await revert.delete(at, task.id)
    if (step.does === 'restore') return await revert.restore(at, task.id, task.before ?? {})
    if (!revert.update) throw conflict('This kind of change can’t be undone.')
    await revert.update(at, task.id, step.columns)
  })
}

/** The failure for a refusal by the rules or a unique index; undefined for any other error. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  const column = code === '23505' && /_([a-z]+)_key$/.exec(constraint ?? '')?.[1]
  if (!column) return undefined
  const path = contractField(column)
  const said = say('The {field} is now used by another record. Change that one first.', {
    field: path,
  })
  return new Failure('taken', said, { errors: [{ path, msg: 'is now used by another record' }] })
}
