import { kebabOf } from '@steward/contract/area-lists'
import { type AreaName, areas as contract } from '@steward/contract/areas'
import type { UserType } from '@steward/contract/users'
import { titleOf } from '../../db/audit.ts'
import type { Db } from '../../db/connection.ts'
import type { RecordTable } from '../../db/tables.ts'
import { write } from '../../db/write.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { lockAuthorities } from '../access/authority.store.ts'
import type { AreaModule, AreaRegistry } from '../area.ts'
import type { Reverting } from '../revert.ts'
import type { AuditRow, Columns, Visible } from './audit-log.store.ts'
import { contractField } from './audit-log.view.ts'
import { needOf, stepBack, type Told } from './undo.rules.ts'
import { changedSince, findFrame, findSelected, findWritten, type Selection } from './undo.store.ts'

/** What could not be taken back, and why. */
export interface Left {
  row: AuditRow
  record: { id: string | null; title: string }
  failure: Failure
}

/** What an undo did. */
export interface Undone {
  entries: AuditRow[]
  left: Left[]
  after: Reverting['after']
}

/** Records that are taken back at once; more are a job, since others wait for the transaction. */
export const mostAtOnce = 500

/** A change of one record, to be taken back. */
interface Task extends Told {
  row: AuditRow
  id: string
}

/**
 * Takes back one entry, a batch, or all that a person did in a span of time, in one transaction. Of one
 * entry it is all or nothing; of several, each record by itself: what has been touched since is left.
 * @throws {Failure} `not_found`; for one entry `conflict` with what stands in the way, field by field
 */
export async function undo(
  db: Db,
  areas: AreaRegistry,
  session: Session,
  selection: Selection,
  visible: Visible,
): Promise<Undone> {
  const single = 'entry' in selection
  const actor = { ...actorOf(session), ...(single ? {} : { batch: newId() }) }
  const done = await write(db, actor, async (writing) => {
    const authorities = await lockAuthorities(writing, session, {})
    const at: Reverting = { writing, session: authorities.session, after: [] }
    const rows = await findSelected(writing.tx, selection, visible)
    if (!rows[0]) throw new Failure('not_found', 'There is nothing to take back.')
    const { left } = await takeBack(at, areas, rows)
    if (single && left[0]) throw left[0].failure
    return { left, after: at.after, rows: rows.map(({ id }) => id), newest: rows[0].id }
  })
  const { left, after, rows, newest } = done
  return { left, after, entries: await findWritten(db, rows, newest) }
}

/**
 * Takes back what entries tell, in the order given, each record by itself.
 * @param only these records of a frame alone; all unless given
 * @returns the records that changed, and what was left as it is
 */
export async function takeBack(
  at: Reverting,
  areas: AreaRegistry,
  rows: readonly AuditRow[],
  only?: readonly string[],
): Promise<{ changed: Set<string>; left: Left[] }> {
  const { writing } = at
  const left: Left[] = []
  const stuck = new Set<string>()
  const changed = new Set<string>()
  const selected = rows.map(({ id }) => id)
  for (const row of rows) {
    for (const task of await tasksOf(writing.tx, row, only)) {
      // What is older than a change that stays would be under it.
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

/** The changes that an entry tells of: one, of a frame each. */
async function tasksOf(tx: Db, row: AuditRow, only?: readonly string[]): Promise<Task[]> {
  const { action, area, before, after, title, through, record_id: id } = row
  const told = { row, action, area, before, after, title, through }
  if (id) return [{ ...told, id }]
  if (row.record_count === 1) return [{ ...told, id: '' }]
  const framed = await findFrame(tx, row.id, only)
  return framed.map(({ id, row: made }) => ({
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
  task: Task,
  besides: readonly number[],
): Promise<void> {
  // An export, for example, is about none.
  if (!task.id) throw new Failure('conflict', 'This tells of no change that could be taken back.')
  // Of a frame, some records may have been taken back, which their own state tells.
  if (task.row.undone_by !== null && task.row.record_count === 1) {
    throw new Failure('conflict', 'This has been taken back already.')
  }
  const area = areaOf(areas, task)
  const { table } = area.listing
  const [row] = await at.writing.lock(table as RecordTable, [task.id])
  const now = row as Columns | undefined
  const need = needOf(
    area.name,
    { ...task, through: task.row.through },
    now?.['type'] as UserType | undefined,
  )
  requireAnyPermission(at.session, [need])
  const since = task.before ? [] : await changedSince(at.writing.tx, task.id, task.row.id, besides)
  const step = stepBack(task, now, since)
  await at.writing.undoing(task.row.id, async () => {
    const { revert } = area
    if (step.does === 'delete') return await revert.delete(at, task.id)
    if (step.does === 'restore') return await revert.restore(at, task.id)
    if (!revert.update) throw new Failure('conflict', 'This kind of change can’t be taken back.')
    await revert.update(at, task.id, step.columns)
  })
}

function areaOf(areas: AreaRegistry, { area }: Task): AreaModule {
  const name = (Object.keys(contract) as AreaName[]).find((each) => kebabOf(each) === area)
  const found = areas.all.find((each) => each.name === name)
  if (!found) throw new Failure('conflict', 'This tells of no change that could be taken back.')
  return found
}

/** What the rules or a unique index say; undefined for what is no answer to the person. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  const column = code === '23505' && /_([a-z]+)_key$/.exec(constraint ?? '')?.[1]
  if (!column) return undefined
  const msg = 'is another record’s by now'
  const path = contractField(column)
  return new Failure('taken', `The ${path} ${msg}. Change that one first.`, {
    errors: [{ path, msg }],
  })
}
