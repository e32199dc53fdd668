import { kebabOf } from '@steward/contract/areas/area-lists'
import type { AreaName } from '@steward/contract/areas/areas'
import type { Job } from '@steward/contract/jobs/jobs'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Config } from '../../config.ts'
import { keyedTransaction } from '../../db/write/idempotency-key.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { undoEach } from '../audit-log/undo.service.ts'
import {
  areasSelected,
  findSelected,
  recordsSelected,
  type Selection,
} from '../audit-log/undo.store.ts'
import type { Apply } from '../records/bulk.ts'
import type { Reverting } from '../records/revert.ts'
import { createJobs, type NewJob } from './batches.store.ts'
import type { OpenJob } from './running.store.ts'

/** How jobs carry out approved proposals, of which they know nothing else. */
export interface CarryOut {
  /** The permissions that whoever approved needs, one of each list. */
  needsOf(job: OpenJob): Promise<readonly (readonly Permission[])[]>
  apply(job: OpenJob): Apply
}

/** How jobs erase people, of which they know nothing else. */
export interface EraseWork {
  /** Works on one batch; `lost` means that another runner has the job now. */
  work(job: OpenJob, runner: string, leaseMs: number): Promise<'more' | 'ended' | 'lost'>
}

/** What jobs on records work with. */
export interface JobServices extends Pick<Services, 'db' | 'areas' | 'scopeOf' | 'mailUsers'> {
  config: Pick<Config, 'sessionIdleMinutes' | 'databaseUrl'>
  proposals: CarryOut
  erasures: EraseWork
}

/** Undoes a bulk change too large for one transaction (`audit-log/undo.service.ts`): starts a job per area; returns their ids. */
export async function startUndoJobs(
  { db, areas, kickJobs }: Services,
  session: Session,
  selection: Selection,
): Promise<string[]> {
  const jobs = await keyedTransaction(db, async (tx) => {
    const wanted: [NewJob, ReturnType<typeof recordsSelected>][] = []
    const visible = visibleTo(session)
    for (const areaSlug of await areasSelected(tx, selection, visible)) {
      const area = areas.all.find(({ name }) => kebabOf(name) === areaSlug)
      if (!area) continue
      const job = { area: jobAreaOf(area.name), action: 'undo' as const, patch: null }
      const records = recordsSelected(selection, areaSlug, visible)
      const { via } = actorOf(session)
      const values = { ...job, startedBy: session.user.id, via, undoes: selection }
      wanted.push([values, records])
    }
    return (await createJobs(tx, wanted)).map(({ id }) => id)
  })
  kickJobs()
  return jobs
}

/** The area of a job; users are members, since only members and businesses are imported. */
const jobAreaOf = (name: AreaName): Job['area'] => (name === 'users' ? 'members' : name)

/** Undoes a batch of a job's records in the name of the person who started it. */
export const undoBatch =
  ({ areas, config: { sessionIdleMinutes } }: JobServices, job: OpenJob): Apply =>
  async (writing, ids, _patch, session) => {
    if (!session) throw new Error('an undo is somebody’s')
    const selection = job.undoes as Selection
    const rows = await findSelected(writing.tx, selection, visibleTo(session), ids)
    const at: Reverting = { writing, session, sessionIdleMinutes, notices: [], mailed: [] }
    const { changed, left } = await undoEach(at, areas, rows, ids)
    const failures = left.map(({ record, failure }) => ({
      id: record.id ?? '',
      name: record.title,
      message: failure.said,
      failure,
    }))
    const failed = new Set(failures.map(({ id }) => id))
    const done = [...changed].filter((id) => !failed.has(id))
    const unchanged = ids.length - done.length - failed.size
    // Owners get no notice, since what needs a step-up fails in a job.
    return { changed: done, unchanged, failures, mailed: at.mailed }
  }
