import type { Several } from '@steward/contract/areas/area-permissions'
import type { BulkAction, BulkArea } from '@steward/contract/areas/areas'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import type { RecordTable } from '../../db/schema/tables.ts'
import type { Actor } from '../../db/write/audit.ts'
import type { Loan } from '../../db/write/loan.ts'
import { write } from '../../db/write/write.ts'
import { hasPermission, loansOf, nameOf } from '../../http/authorize.ts'
import type { Session, Staff } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import type { AreaRegistry } from '../records/area.ts'
import { type Apply, type MailedUser, withinScope } from '../records/bulk.ts'
import { findActiveStaff } from '../roles/active-staff.ts'
import { endJob, holdJob, noteBatch, type OpenJob, readBatch } from './running.store.ts'
import { type JobServices, undoBatch } from './undo-jobs.ts'

/** What follows after a batch; `lost` means that another runner has the job now. */
export type Step = 'more' | 'ended' | 'lost'

/** The permissions of the same action on one record, any one of which is enough. */
export const needsOfJob = ({
  area,
  action,
}: Pick<OpenJob, 'area' | 'action'>): Several | undefined =>
  (jobActions as Partial<Record<string, Partial<Record<string, Several>>>>)[area]?.[action]

/** The bulk area whose records a job changes; undefined for imports into other areas. */
export const bulkOf = (
  areas: AreaRegistry,
  job: Pick<OpenJob, 'area'>,
): AreaRegistry['bulk'][BulkArea] | undefined => areas.bulk[job.area as BulkArea]

/** Works on one batch as the person who started the job, with its progress in one transaction. */
export async function workBatch(
  services: JobServices,
  job: OpenJob,
  runner: string,
  leaseMs: number,
): Promise<Step> {
  const { db, mailUsers } = services
  const staff = await actingFor(services, job.started_by, await needsOf(services, job))
  if ('refusal' in staff) {
    await endJob(db, job.id, runner, 'stopped', staff.refusal)
    return 'ended'
  }
  const by = sessionOfJob(job, staff)
  const actor = { ...actorOfJob(job), scope: staff.scope, lent: staff.lent }
  let mailed: readonly MailedUser[] = []
  const step = await write(db, actor, async (writing): Promise<Step> => {
    mailed = []
    const held = await holdJob(writing.tx, job.id, runner, leaseMs)
    if (!held) return 'lost'
    const ids = await readBatch(writing.tx, job.id, held.next_batch)
    const apply = applyOf(services, job)
    if (!ids || !apply) {
      await endJob(writing.tx, job.id, runner, 'done', null)
      return 'ended'
    }
    const outcome = await withinScope(apply)(writing, ids, held.patch, by)
    mailed = outcome.mailed ?? []
    await noteBatch(writing.tx, job.id, held.next_batch, outcome)
    return 'more'
  })
  mailUsers(mailed, staff.user.name)
  return step
}

async function needsOf({ proposals }: JobServices, job: OpenJob) {
  if (job.action === 'proposal') return await proposals.needsOf(job)
  if (job.action === 'undo') return [[permission('System', 'Audit log', 'undo')]]
  return [needsOfJob(job) ?? []]
}

function applyOf(services: JobServices, job: OpenJob): Apply | undefined {
  const apply = actionOf(services, job)
  const area = job.via?.consent && bulkOf(services.areas, job)
  return apply && area ? leavingChanged(area.listing.table as RecordTable, job, apply) : apply
}

/** Leaves records as they are that have changed since a second person agreed to the job. */
const leavingChanged =
  (table: RecordTable, { created_at }: OpenJob, apply: Apply): Apply =>
  async (writing, ids, patch, by) => {
    const rows = await writing.lock(table, ids)
    const changed = new Set(
      rows.flatMap(({ id, updated_at }) => (updated_at > created_at ? [id] : [])),
    )
    const outcome = await apply(
      writing,
      ids.filter((id) => !changed.has(id)),
      patch,
      by,
    )
    const left = [...changed].map((id) => ({ id, name: null, message: changedSince }))
    return { ...outcome, failures: [...outcome.failures, ...left] }
  }

const changedSince = msg('It has changed since a second person agreed, so it was left as it is.')

function actionOf(services: JobServices, job: OpenJob): Apply | undefined {
  if (job.action === 'undo') return undoBatch(services, job)
  if (job.action === 'proposal') return services.proposals.apply(job)
  return bulkOf(services.areas, job)?.bulk.actions[job.action as BulkAction]
}

const sessionOfJob = (job: OpenJob, staff: Acting): Session => ({
  ...staff,
  id: job.id,
  role: { id: '', name: '' },
  address: '',
  client: 'script',
  expiresAt: '',
  secondFactorMissing: false,
  // A job can't ask for a step-up, so what needs one fails.
  steppedUp: false,
  key: null,
  impersonation: null,
  used: () => {},
})

export const actorOfJob = (job: Pick<OpenJob, 'id' | 'started_by' | 'action' | 'via'>): Actor => ({
  user: job.started_by,
  through: job.action === 'import' ? 'import' : 'job',
  batch: job.id,
  via: job.via,
})

/** Who acts, with the loans by which they may. */
type Acting = Staff & { lent: Loan[] }

/** The acting person with their present permissions, or why one of `needs` isn't met. */
export async function actingFor(
  services: Pick<Services, 'db' | 'scopeOf'>,
  userId: string,
  needs: readonly (readonly Permission[])[],
): Promise<Acting | { refusal: Said }> {
  const staff = await findActiveStaff(services, userId)
  if (!staff) {
    const refusal = msg(
      'The account of the person who started this, or their role, is no longer active.',
    )
    return { refusal }
  }
  const unheld = needs.filter((any) => !any.some((each) => hasPermission(staff, each)))
  const lacking = unheld.find((any) => loansOf(staff, any).length === 0)
  if (!lacking) return { ...staff, lent: unheld.flatMap((any) => loansOf(staff, any)) }
  const { name } = staff.user
  const [first, ...others] = lacking.map((each) =>
    say('“{permission}”', { permission: nameOf(each) }),
  )
  if (!first)
    return { refusal: say('{name} no longer has the permission needed for this.', { name }) }
  const permissions = others.reduce(
    (one, another) => say('{one} or {another}', { one, another }),
    first,
  )
  return {
    refusal: say('{name} no longer has the permission {permissions} needed for this.', {
      name,
      permissions,
    }),
  }
}
