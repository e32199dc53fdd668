import type { BulkAction, BulkArea } from '@steward/contract/areas/areas'
import { titleField } from '@steward/contract/areas/listings'
import { consentLimits } from '@steward/contract/consents/consents'
import type { Db } from '../../db/connection/connection.ts'
import { type RecordTable, tableOf } from '../../db/schema/tables.ts'
import { type Change, lineOf } from '../../db/write/audit-lines.ts'
import type { Effect } from '../../db/write/change-guard.ts'
import { dryRun } from '../../db/write/write.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { findRecords } from '../proposals/proposals.store.ts'
import type { Concern } from './consents.rules.ts'
import { findJobs, firstOfJob, type JobConcern, type ShownRow, titlesOf } from './consents.store.ts'

export type Shown = Pick<ShownRow, 'record_id' | 'title' | 'before' | 'after'>

/** The first records of an effect, or the job whose records a dry run then shows. */
export type Look = { records: Shown[] } | { job: JobConcern; ids: string[] }

/** Reads what is to be shown of an effect, in the transaction that is taken back. */
export async function lookAt(tx: Db, effect: Effect, concern: Concern): Promise<Look> {
  switch (effect.kind) {
    case 'changes':
      return { records: changesShown(effect.changes) }
    case 'export':
      return { records: await titled(tx, concern, await effect.first(consentLimits.shown)) }
    case 'import':
      return { records: changesShown(effect.first) }
    case 'setting':
      return { records: [] }
    case 'jobs': {
      const [job] = await findJobs(tx, effect.ids)
      if (!job) return { records: [] }
      const ids = await firstOfJob(tx, job.id, consentLimits.shown)
      if (job.proposal) return { records: await findRecords(tx, job.proposal, ids) }
      if (job.action === 'undo' || job.action === 'erase')
        return { records: await titled(tx, concern, ids) }
      return { job, ids }
    }
  }
}

/** What is shown of an effect; a job is done to its first records as a dry run. */
export async function shownOf(
  { db, areas }: Pick<Services, 'db' | 'areas'>,
  session: Session,
  look: Look,
): Promise<Shown[]> {
  if ('records' in look) return fitting(look.records)
  const { job, ids } = look
  const apply = areas.bulk[job.area as BulkArea].bulk.actions[job.action as BulkAction]
  if (!apply) return []
  const { changes } = await dryRun(db, actorOf(session), (writing) =>
    apply(writing, ids, job.patch, session),
  )
  return fitting(changesShown(changes))
}

function changesShown(changes: readonly Change[]): Shown[] {
  const shown = changes.flatMap((change) => {
    const [line] = lineOf(change)
    if (!line?.record_id) return []
    const { record_id, before, after } = line
    return [{ record_id, title: line.title ?? '', before, after } as Shown]
  })
  return shown.slice(0, consentLimits.shown)
}

async function titled(db: Db, { area }: Concern, ids: readonly string[]): Promise<Shown[]> {
  if (!area) return []
  const table = tableOf(area) as RecordTable
  const rows = await titlesOf(db, table, titleField(area), ids)
  const names = new Map(rows.map(({ id, title }) => [id, title]))
  return ids.map((id) => ({ record_id: id, title: names.get(id) ?? '', before: null, after: null }))
}

/** The first records, as many as are kept of one request. */
function fitting(records: readonly Shown[]): Shown[] {
  let bytes = 0
  const fits = records.findIndex((record) => {
    bytes += Buffer.byteLength(JSON.stringify(record))
    return bytes > consentLimits.bytes
  })
  return fits < 0 ? [...records] : records.slice(0, fits)
}
