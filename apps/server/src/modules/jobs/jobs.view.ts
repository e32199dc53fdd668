import type { Translatable } from '@steward/contract/calls/errors'
import type { Job } from '@steward/contract/jobs/jobs'
import type { JobRow } from './jobs.store.ts'

export const inverse: Partial<Record<Job['action'], Job['action']>> = {
  delete: 'restore',
  restore: 'delete',
  // What an agent proposed is taken back by the entries of the audit log.
  proposal: 'undo',
}

/** Whether a job is over or paused, so that it can be undone. */
export const isAtRest = (row: Pick<JobRow, 'status'>): boolean =>
  ['done', 'cancelled', 'stopped'].includes(row.status)

export function jobView(row: JobRow): Job {
  return {
    _id: row.id,
    area: row.area,
    action: row.action,
    patch: row.patch,
    status: row.status,
    reason: row.reason,
    ...(row.translatable as Translatable | null),
    total: row.total,
    progress: progressOf(row),
    changed: row.changed,
    unchanged: row.unchanged,
    failed: row.failed,
    startedBy: { _id: row.started_by, name: row.starter_name, image: row.starter_image },
    startedAt: row.started_at,
    endedAt: row.ended_at,
    undoOf: row.undo_of,
    canUndo: isAtRest(row) && row.changed > 0 && inverse[row.action] !== undefined,
    import:
      row.import_id && row.file_name !== null
        ? {
            _id: row.import_id,
            fileName: row.file_name,
            hasReport: row.has_report,
            onConflict: row.options?.onConflict ?? 'keep',
            conflicts: row.conflicts,
          }
        : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The progress from 0 to 1, by bytes for a file and otherwise by records. */
function progressOf(row: JobRow): number {
  if (row.status === 'done') return 1
  const [through, all] =
    row.file_size === null
      ? [row.changed + row.unchanged + row.failed, row.total]
      : [row.bytes, row.file_size]
  return all === 0 ? 0 : Math.min(1, through / all)
}
