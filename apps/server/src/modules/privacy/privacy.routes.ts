import type { Erasure } from '@steward/contract/privacy/privacy'
import { msg } from '@steward/i18n/reader'
import { TookTooLong, waitingSignal } from '../../db/reads/cancellation.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { PersonRate } from '../../http/person-rate.ts'
import type { Session } from '../../http/session.ts'
import { Queue } from '../../queue.ts'
import type { Services } from '../../services.ts'
import { findJob } from '../jobs/jobs.store.ts'
import { jobView } from '../jobs/jobs.view.ts'
import { type ErasureRow, listErasures } from './erased-people.store.ts'
import { findPerson, previewErasure, startErasure } from './erasure.service.ts'
import { exportPerson } from './export.service.ts'
import { presentRetention, saveRetention } from './retention.service.ts'
import type { RetentionRun } from './retention-settings.store.ts'
import type { ErasureContext } from './steps.ts'

/** How many exports of people one person may have; each reads much. */
export const personExportRate = { max: 10, windowMs: 60_000 }

/** How many previews one person may have; each looks through the texts of everybody. */
export const previewRate = { max: 30, windowMs: 60_000 }

/** How many counts of what is held run at a time: each reads the audit log and the texts of everybody. */
const counts = {
  ...{ concurrency: 2, waiting: 20, perPerson: 2, waitMs: 20_000 },
  refuse: (reason: 'person' | 'full' | 'late') =>
    reason === 'person'
      ? new Failure('too_many', 'Another preview of yours is still running.', { retryAfter: 5 })
      : new TookTooLong(msg('Others are looking, too. Please try again in a minute.')),
}

/** Handlers of what is held about people: its export, its erasure, and how long it is kept. */
export function privacyHandlers(
  services: Pick<Services, 'db' | 'config' | 'kickJobs' | 'words'>,
  context: ErasureContext,
  run: RetentionRun,
): HandlersOf<'privacy'> {
  const { db, kickJobs } = services
  const rate = new PersonRate(personExportRate, msg('Too many exports. Please wait a minute.'))
  const previews = new PersonRate(previewRate, msg('Too many previews. Please wait a minute.'))
  const queue = new Queue(counts)
  const inTurn = <R>({ user }: Session, work: () => Promise<R>) =>
    queue.run(work, { person: user.id, signal: waitingSignal() })
  return {
    'privacy.export': async ({ params, query, session }) => {
      rate.take(session.user.id)
      const person = await findPerson(db, session, params.id)
      requireStepUp(session)
      return await exportPerson(services, session, person, query.format)
    },
    'privacy.preview': async ({ params, session }) => {
      previews.take(session.user.id)
      return {
        data: await inTurn(session, () => previewErasure(context, session, params.id)),
      }
    },
    'privacy.erase': async ({ params, body, session }) => {
      const id = await inTurn(session, () => startErasure(context, session, params.id, body))
      kickJobs()
      const job = await findJob(db, id)
      if (!job) throw new Error('the job of an erasure is gone')
      return { message: msg('The erasure has started.'), data: jobView(job) }
    },
    'privacy.list': async ({ query }) => {
      const { rows, pagination } = await listErasures(db, query)
      return { data: { erasures: rows.map(erasureView), pagination } }
    },
    'privacy.retention': async ({ session }) => ({
      data: await inTurn(session, () => presentRetention(db, run, session)),
    }),
    'privacy.saveRetention': async ({ body, session }) => {
      await saveRetention(db, run, session, body)
      return {
        message: msg('Saved how long personal data is kept'),
        data: await presentRetention(db, run, session),
      }
    },
  }
}

const erasureView = (row: ErasureRow): Erasure => ({
  _id: row.id,
  by: row.erased_by && row.by_name !== null ? { _id: row.erased_by, name: row.by_name } : null,
  content: row.content as Erasure['content'],
  finishedAt: row.finished_at,
  records: row.records,
  job: row.job_id && row.job_status ? { _id: row.job_id, status: row.job_status } : null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
