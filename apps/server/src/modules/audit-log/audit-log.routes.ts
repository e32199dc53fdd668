import { msg } from '@steward/i18n/reader'
import { messageOf, type Said, say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { titleOf } from '../../db/write/audit-lines.ts'
import { notFound } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from './audit-log.rules.ts'
import { type AuditRow, findBatchRecords, listAuditLog, namesOf } from './audit-log.store.ts'
import { auditEntryView, referredIn } from './audit-log.view.ts'
import { withoutHiddenColumns } from './scoped-entries.store.ts'
import { maxAtOnce, undo } from './undo.service.ts'
import { countSelected, type Selection } from './undo.store.ts'

/**
 * Handlers of the audit log (contract, Of the journal and the trash).
 * @param startJobs starts jobs for what is too much for one transaction; returns their ids
 */
export function auditLogHandlers(
  services: Services,
  startJobs: (services: Services, session: Session, what: Selection) => Promise<string[]>,
): HandlersOf<'auditLog'> {
  const { db } = services
  const undoSelected = async (session: Session, selection: Selection) => {
    const visible = visibleTo(session)
    const total = 'entry' in selection ? 1 : await countSelected(db, selection, visible)
    if (total > maxAtOnce) {
      const jobs = await startJobs(services, session, selection)
      const message = say(
        '{count, plural, one {# change} other {# changes}}: undoing has started.',
        { count: total },
      )
      return { message, data: { entries: [], left: [], jobs } }
    }
    const { entries: written, left } = await undo(services, session, selection, visible)
    const entries = written.map((row) => withoutHiddenColumns(row, session.scope))
    const known = await namesOf(db, referredIn(entries))
    return {
      message: undone(entries.length, left.length),
      data: {
        entries: entries.map((row) => auditEntryView(row, known)),
        left: left.map(({ row, record, failure }) => ({
          _id: String(row.id),
          area: row.area,
          record: { _id: record.id, title: record.title },
          ...messageOf(failure.said),
          errors: failure.fields(),
        })),
        jobs: [],
      },
    }
  }
  return {
    'auditLog.undo': async ({ params: { id }, session }) => {
      if (isId(id)) return await undoSelected(session, { batch: id })
      if (/^\d{1,15}$/.test(id)) return await undoSelected(session, { entry: Number(id) })
      throw notFound('There is no such entry.')
    },
    'auditLog.undoSpan': ({ body, session }) => undoSelected(session, body),
    'auditLog.list': async ({ query, session }) => {
      const { rows, pagination } = await listAuditLog(db, query, visibleTo(session))
      const shown = query.record ? await withBatchRecords(db, rows, query.record, session) : rows
      const known = await namesOf(db, referredIn(shown))
      return { data: { entries: shown.map((row) => auditEntryView(row, known)), pagination } }
    },
  }
}

function undone(done: number, left: number): Said {
  if (done === 0) {
    return left === 0
      ? msg('Nothing was undone')
      : say('Nothing was undone; {left} not undone', { left })
  }
  const values = { done, left }
  return left === 0
    ? say('{done, plural, one {# change} other {# changes}} undone', { done })
    : say('{done, plural, one {# change} other {# changes}} undone; {left} not undone', values)
}

async function withBatchRecords(
  db: Db,
  rows: readonly AuditRow[],
  records: readonly string[],
  { scope }: Session,
) {
  const batchEntries = rows.filter(({ record_id, title }) => record_id === null && title === null)
  if (batchEntries.length === 0) return [...rows]
  const ids = batchEntries.map(({ id }) => id)
  const batched = await findBatchRecords(db, ids, records)
  return rows.map((row) => {
    const line = batched.get(row.id)
    if (!line) return row
    const title = titleOf(row.area, line.row)
    const made = { ...row, record_id: line.id, title, after: line.row, record_count: 1 }
    return withoutHiddenColumns(made, scope)
  })
}
