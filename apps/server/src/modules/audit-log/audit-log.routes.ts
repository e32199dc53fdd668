import type { Db } from '../../db/connection/connection.ts'
import { titleOf } from '../../db/write/audit-lines.ts'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import { pluralize } from '../../pluralize.ts'
import type { UserRecord } from '../access/authority.store.ts'
import type { NotifyOwners } from '../access/owner-notices.ts'
import type { Reverting } from '../records/revert.ts'
import { visibleTo } from './audit-log.rules.ts'
import { type AuditRow, findFramed, listAuditLog, namesOf } from './audit-log.store.ts'
import { auditEntryView, referredIn } from './audit-log.view.ts'
import { maxAtOnce, type UndoContext, undo } from './undo.service.ts'
import { countSelected, type Selection } from './undo.store.ts'

/** What an undo calls to mail people and to start jobs. */
export interface UndoTold {
  notifyOwners: NotifyOwners
  /** Mails a restored user, where they need a new password. */
  restored(id: string, by: Session): Promise<unknown>
  /** Mails a user about other changes of their account. */
  edited(before: UserRecord, by: Session): Promise<unknown>
  /** Starts jobs for a selection too large for one transaction; returns their ids. */
  startJobs(session: Session, selection: Selection): Promise<string[]>
}

/** Handlers of the audit log (contract, Of the journal and the trash). */
export function auditLogHandlers(
  context: UndoContext,
  told: UndoTold,
): Handlers<`auditLog.${'list' | 'undo' | 'undoSpan'}`> {
  const { db } = context
  const takeBack = async (session: Session, selection: Selection) => {
    const visible = visibleTo(session)
    const total = 'entry' in selection ? 1 : await countSelected(db, selection, visible)
    if (total > maxAtOnce) {
      const jobs = await told.startJobs(session, selection)
      const message = `${pluralize(total, 'change')}: undoing has started.`
      return { message, data: { entries: [], left: [], jobs } }
    }
    const { entries, left, after } = await undo(context, session, selection, visible)
    await tellUndone(told, session, after)
    const known = await namesOf(db, referredIn(entries))
    return {
      message: undoneWords(entries.length, left.length),
      data: {
        entries: entries.map((row) => auditEntryView(row, known)),
        left: left.map(({ row, record, failure }) => ({
          _id: String(row.id),
          area: row.area,
          record: { _id: record.id, title: record.title },
          message: failure.message,
          errors: failure.fields(),
        })),
        jobs: [],
      },
    }
  }
  return {
    'auditLog.undo': async ({ params: { id }, session }) => {
      if (isId(id)) return await takeBack(session, { batch: id })
      if (/^\d{1,15}$/.test(id)) return await takeBack(session, { entry: Number(id) })
      throw notFound('There is no such entry.')
    },
    'auditLog.undoSpan': ({ body, session }) => takeBack(session, body),
    'auditLog.list': async ({ query, session }) => {
      const { rows, pagination } = await listAuditLog(db, query, visibleTo(session))
      const told = query.record ? await withFramed(db, rows, query.record) : rows
      const known = await namesOf(db, referredIn(told))
      return { data: { entries: told.map((row) => auditEntryView(row, known)), pagination } }
    },
  }
}

export async function tellUndone(told: UndoTold, session: Session, after: Reverting['after']) {
  for (const each of after) {
    if ('ownerNotice' in each) told.notifyOwners(session, each.ownerNotice)
    else if ('editedUser' in each) await told.edited(each.editedUser, session)
    else await told.restored(each.restoredUser, session)
  }
}

function undoneWords(done: number, left: number): string {
  const words = done === 0 ? 'Nothing was undone' : `${pluralize(done, 'change')} undone`
  return left === 0 ? words : `${words}; ${left} not undone`
}

async function withFramed(db: Db, rows: readonly AuditRow[], records: readonly string[]) {
  const frames = rows.filter(({ record_id, title }) => record_id === null && title === null)
  if (frames.length === 0) return [...rows]
  const ids = frames.map(({ id }) => id)
  const framed = await findFramed(db, ids, records)
  return rows.map((row) => {
    const line = framed.get(row.id)
    if (!line) return row
    const title = titleOf(row.area, line.row)
    return { ...row, record_id: line.id, title, after: line.row, record_count: 1 }
  })
}
