import type { BulkAction, BulkArea } from '@steward/contract/areas'
import { jobActions } from '@steward/contract/jobs.routes'
import { type Permission, permission, permissionName } from '@steward/contract/permissions'
import type { Actor } from '../../db/audit.ts'
import type { Db } from '../../db/connection.ts'
import { write } from '../../db/write.ts'
import { hasPermission } from '../../http/authorize.ts'
import { findActiveStaff } from '../access/staff.store.ts'
import type { AreaRegistry } from '../area.ts'
import { endJob, holdJob, noteBatch, type OpenJob, readBatch } from './running.store.ts'
import { undoBatch } from './undo-jobs.ts'

/** How a batch went: there is more, it was the last, or the job is not this runner's any more. */
export type Step = 'more' | 'ended' | 'lost'

/** The permission of the single action that a job does many times. */
export const permissionOf = (job: Pick<OpenJob, 'area' | 'action'>): Permission | undefined =>
  (jobActions as Partial<Record<string, Partial<Record<string, Permission>>>>)[job.area]?.[
    job.action
  ]

/** The area whose records a job changes; undefined for an import into one where no job changes any. */
export const bulkOf = (
  areas: AreaRegistry,
  job: Pick<OpenJob, 'area'>,
): AreaRegistry['bulk'][BulkArea] | undefined => areas.bulk[job.area as BulkArea]

/**
 * Does one batch of a job, in the name of who started it. What it changes and how far the job is
 * are one transaction.
 * @param leaseMs for so long the job stays this runner's without another batch
 */
export async function workBatch(
  db: Db,
  areas: AreaRegistry,
  job: OpenJob,
  runner: string,
  leaseMs: number,
): Promise<Step> {
  const undoes = job.action === 'undo'
  const need = undoes ? permission('System', 'Audit log', 'undo') : permissionOf(job)
  const refusal = await refusalNow(db, job.started_by, need)
  const staff = undoes ? await findActiveStaff(db, job.started_by) : undefined
  if (refusal) {
    await endJob(db, job.id, runner, 'stopped', refusal)
    return 'ended'
  }
  return await write(db, actorOfJob(job), async (writing) => {
    const held = await holdJob(writing.tx, job.id, runner, leaseMs)
    if (!held) return 'lost'
    const ids = await readBatch(writing.tx, job.id, held.next_batch)
    const apply = staff
      ? undoBatch(areas, job, staff)
      : bulkOf(areas, job)?.bulk.actions[job.action as BulkAction]
    if (!ids || !apply) {
      await endJob(writing.tx, job.id, runner, 'done', null)
      return 'ended'
    }
    await noteBatch(writing.tx, job.id, held.next_batch, await apply(writing, ids, held.patch))
    return 'more'
  })
}

/** Who a job acts for, as its changes tell. */
export const actorOfJob = (job: Pick<OpenJob, 'id' | 'started_by' | 'action'>): Actor => ({
  user: job.started_by,
  through: job.action === 'import' ? 'import' : 'job',
  batch: job.id,
})

/** Why work in somebody's name may not go on: what they could do may be taken away since. */
export async function refusalNow(
  db: Db,
  userId: string,
  permission: Permission | undefined,
): Promise<string | null> {
  const staff = await findActiveStaff(db, userId)
  if (!staff) {
    return 'The account of the person who started this, or their role, is no longer active.'
  }
  if (permission && hasPermission(staff, permission)) return null
  const name = permission ? ` “${permissionName(permission)}”` : ''
  return `${staff.user.name} no longer has the permission${name} that this needs.`
}
