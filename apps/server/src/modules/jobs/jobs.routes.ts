import { kebabOf } from '@steward/contract/areas/area-lists'
import { type BulkArea, areas as contract } from '@steward/contract/areas/areas'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { routes } from '@steward/contract/calls/routes'
import type { Job } from '@steward/contract/jobs/jobs'
import { say } from '@steward/i18n/sentence'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { type Condition, notDeleted, onlyDeleted, otherThan } from '../../db/filters/conditions.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { personTypesIn } from '../../db/write/audit-lines.ts'
import { keyedTransaction } from '../../db/write/idempotency-key.ts'
import type { Loan } from '../../db/write/loan.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { conflict, Failure, notFound, notPermitted } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { actorOf, type Session, type Staff } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import type { AreaList } from '../records/area.ts'
import { idsOf } from '../records/checks.ts'
import { requireShown } from '../records/field-rules.ts'
import {
  type Chosen,
  createJob,
  mustHaveRoom,
  type NewJob,
  recordsChangedBy,
  recordsChosen,
} from './batches.store.ts'
import { findJob, type JobRow, listFailures, listJobs, moveJob } from './jobs.store.ts'
import { inverse, isAtRest, jobView } from './jobs.view.ts'
import { startUndoJobs } from './undo-jobs.ts'
import { bulkOf, needsOfJob } from './work.ts'

export function jobsHandlers(services: Services): HandlersOf<'jobs'> {
  const { db, areas, kickJobs } = services
  const own = async (id: string, session: Session): Promise<JobRow> => {
    const [found] = await Promise.all(idsOf(id).map((each) => findJob(db, each)))
    if (found && (session.owner || found.started_by === session.user.id)) return found
    throw notFound('There is no such job.')
  }
  const present = async (id: string) => jobView((await findJob(db, id)) as JobRow)

  /** Creates and starts a job; throws a Failure `conflict` where it would change nothing. */
  const start = async (
    session: Session,
    job: Omit<NewJob, 'startedBy'> & { area: BulkArea },
    records: RawBuilder<unknown>,
  ) => {
    const { area, action, patch } = job
    const { id, total } = await keyedTransaction(db, async (tx) => {
      const values = { ...job, startedBy: session.user.id, via: actorOf(session).via }
      const made = await createJob(tx, values, records)
      if (made.total === 0) throw conflict('There is nothing to change. It may already be done.')
      const what = [action, patch?.status].filter(Boolean).join(' ')
      await auditEvent(
        tx,
        { ...actorOf(session), via: made.via, batch: made.id },
        {
          action: 'job',
          area: kebabOf(area) as AuditArea,
          personTypes: personTypesIn(area),
          detail: `${what}: ${say(contract[area].count, { count: made.total })}`,
        },
      )
      return made
    })
    kickJobs()
    const message = say('{records}: started.', {
      records: say(contract[area].count, { count: total }),
    })
    return { data: await present(id), message }
  }

  /** Starts a job that takes back, one by one, the entries of a job without an inverse. */
  const undoEntries = async (job: JobRow, session: Session) => {
    requireAnyPermission(session, routes['auditLog.undo'].needs)
    const [id] = await startUndoJobs(services, session, { batch: job.id })
    if (!id) throw conflict('There is nothing to change. It may already be done.')
    return { data: await present(id) }
  }

  const move = async (
    job: JobRow,
    from: readonly Job['status'][],
    to: Job['status'],
    wanted: 'paused' | 'resumed' | 'cancelled',
  ) => {
    if (job.status !== to && !(await moveJob(db, job.id, from, to))) {
      const now = await present(job.id)
      if (now.status !== to) {
        const said = say(
          'This job is {status, select, waiting {waiting} running {running} paused {paused} done {done} cancelled {cancelled} stopped {stopped} other {{status}}} and can’t be {wanted, select, paused {paused} resumed {resumed} other {cancelled}}.',
          { status: now.status, wanted },
        )
        throw new Failure('conflict', said, { data: now })
      }
    }
    return { data: await present(job.id) }
  }

  return {
    'jobs.create': async ({ body, session }) => {
      mustBePermitted(session, body)
      const { area, action, patch = null } = body
      // How many are left to change would tell what they hold.
      requireShown(area, changedBy[action] ?? {}, session)
      const chosen = chosenBy(db, areas.lists[area], body, session)
      const records = recordsChosen(areas.bulk[area], action, chosen)
      return await start(session, { area, action, patch }, records)
    },
    'jobs.list': async ({ query, session }) => {
      const { rows, pagination } = await listJobs(db, query, session.owner ? null : session.user.id)
      return { data: { jobs: rows.map(jobView), pagination } }
    },
    'jobs.details': async ({ params, session }) => ({
      data: jobView(await own(params.id, session)),
    }),
    'jobs.failures': async ({ params, query, session }) => {
      const job = await own(params.id, session)
      return { data: await listFailures(db, job, query, visibleTo(session)) }
    },
    'jobs.pause': async ({ params, session }) =>
      move(await own(params.id, session), ['waiting', 'running'], 'paused', 'paused'),
    'jobs.resume': async ({ params, session }) => {
      const job = await own(params.id, session)
      if (job.status === 'running') return { data: jobView(job) }
      if (job.status === 'stopped') {
        await db.transaction().execute((tx) => mustHaveRoom(tx, job.started_by))
      }
      const answer = await move(job, ['paused', 'stopped'], 'waiting', 'resumed')
      kickJobs()
      return answer
    },
    'jobs.cancel': async ({ params, session }) => {
      const job = await own(params.id, session)
      if (job.action === 'erase' && !['done', 'cancelled'].includes(job.status))
        throw erasureGoesOn()
      const open = ['waiting', 'running', 'paused', 'stopped'] as const
      return await move(job, open, 'cancelled', 'cancelled')
    },
    'jobs.undo': async ({ params, session }) => {
      const job = await own(params.id, session)
      const action = inverse[job.action]
      if (!bulkOf(areas, job) || !action) throw conflict('This can’t be undone in one step.')
      if (!isAtRest(job)) {
        throw conflict('This job is still running. Cancel it or wait until it has finished.')
      }
      if (action === 'undo') return await undoEntries(job, session)
      const undo = { area: job.area as BulkArea, action, patch: null, undoOf: job.id }
      mustBePermitted(session, undo)
      return await start(session, undo, recordsChangedBy(job.id))
    },
  }
}

/** The person is deleted once their erasure has begun, and nobody would find the rest of what is held about them. */
const erasureGoesOn = () =>
  conflict('An erasure that has begun can’t be cancelled. You can pause it and resume it later.')

/** Throws a Failure `not_permitted` without the permission of the same action on one record. */
function mustBePermitted(
  session: Session,
  job: Pick<Job, 'area' | 'action'> & { all?: unknown; ids?: readonly string[] | undefined },
) {
  const needs = needsOfJob(job)
  if (needs) requireAnyPermission(session, needs)
  if (session.lent?.length) mustBeLent(session.lent, job.all ? [] : (job.ids ?? []))
  // Choosing by a query reveals what the list would, so it needs the list's permission.
  if (job.all) requireAnyPermission(session, routes[`${job.area as BulkArea}.list`].needs)
}

/** Refuses records that aren't all on loan, before a job is made that would leave every one as it is. */
function mustBeLent(loans: readonly Loan[], ids: readonly string[]): void {
  const lent = loans.flatMap((loan) => loan.ids ?? [])
  if (ids.length > 0 && ids.every((id) => lent.includes(id.toLowerCase()))) return
  throw notPermitted('Choose only the records that are on loan to you.')
}

/** The chosen records; throws a Failure `invalid` where the query isn't valid for the list. */
function chosenBy(db: Db, list: AreaList, body: BodyOf<'jobs.create'>, staff: Staff): Chosen {
  const { all, ids = [], except = [] } = body
  if (!all) return { ids }
  // Restoring and purging apply to deleted records, whatever the list showed.
  const deleted = body.action === 'restore' || body.action === 'purge' ? 'only' : 'none'
  const query = { ...all.query, deleted }
  const { conditions } = list.read(db, query, staff, ['all', 'query'])
  list.requireMayChange(body.action, query, staff)
  return { conditions: [...conditions, ...leftToChange(body)], except }
}

/** The fields that actions change and a role may hide. */
const changedBy: Partial<Record<BodyOf<'jobs.create'>['action'], object>> = {
  feed: { shoppingFeedStatus: true },
  keep: { openReportCount: true, reportsHandledAt: true, reportsHandledBy: true },
}

/** The column that an action sets to the same value in all records. */
const columns = { status: 'status', feed: 'shopping_feed_status' } as const

function leftToChange({ action, patch }: BodyOf<'jobs.create'>): Condition[] {
  if (action === 'restore' || action === 'purge') return [onlyDeleted]
  if (action === 'delete' || action === 'keep' || action === 'role') return [notDeleted]
  return [notDeleted, otherThan(columns[action], patch?.status ?? '')]
}
