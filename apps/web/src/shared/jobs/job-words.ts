import { listOf } from '@steward/contract/areas/area-lists'
import type { Job } from '@steward/contract/records/jobs'
import { count, counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

/** Whether a job reads a file, by whose rows its progress is measured. */
export const isOfFile = (job: Job): boolean => job.action === 'import' || job.action === 'check'

export const percentOf = (job: Job): number => {
  if (isOfFile(job)) return Math.floor(job.progress * 100)
  return job.total === 0 ? 100 : Math.floor((through(job) / job.total) * 100)
}

/** The progress of a job as text, such as `300 of 1,000 (30%)`. */
export const jobProgress = (job: Job): string =>
  isOfFile(job)
    ? `${counted(job.total, 'row', 'rows')} read (${percentOf(job)}%)`
    : `${count(through(job))} of ${count(job.total)} (${percentOf(job)}%)`

/** The title of a job, such as `Delete 12 posts`. */
export function jobTitle(job: Job): string {
  const { one, many } = listOf(job.area)
  const which = counted(job.total, one, many)
  if (job.action === 'delete') return `Delete ${which}`
  if (job.action === 'keep') return `Keep ${which}`
  if (job.action === 'restore') return `Restore ${which}`
  if (job.action === 'purge') return `Delete ${which} permanently`
  if (job.action === 'undo') return `Undo changes to ${which}`
  if (isOfFile(job)) {
    const file = job.import ? ` from ${job.import.fileName}` : ''
    return `${job.action === 'check' ? 'Check' : 'Import'} ${many}${file}`
  }
  const status = job.patch?.status ?? ''
  if (job.action === 'feed') {
    return `${status === 'active' ? 'Open' : 'Close'} the shopping feed of ${which}`
  }
  if (job.action === 'role') return `Give ${which} a role`
  if (job.area === 'users') return `${status === 'active' ? 'Activate' : 'Deactivate'} ${which}`
  return `Change ${which} to ${statusWord(status).toLowerCase()}`
}

export const jobState = (job: Job): string => statusWord(job.status)

export const through = (job: Job): number => job.changed + job.unchanged + job.failed

const verbs = {
  delete: { did: 'deleted', was: 'already deleted' },
  keep: { did: 'kept', was: 'without open reports' },
  restore: { did: 'restored', was: 'not deleted' },
  purge: { did: 'deleted permanently', was: 'already gone' },
  undo: { did: 'undone', was: 'left unchanged' },
  status: { did: 'changed', was: 'already had that status' },
  feed: { did: 'changed', was: 'unchanged' },
  role: { did: 'changed', was: 'already had it' },
} as const

/** The verb for what a job does, and words for records that were already in that state. */
export const verbsOf = ({ action }: Job) =>
  verbs[action === 'import' || action === 'check' ? 'status' : action]

/** The result of a job as text, such as `11 deleted, 1 already deleted`. */
export function jobResult(job: Job): string {
  if (isOfFile(job)) return fileResult(job)
  const { did, was } = verbsOf(job)
  const parts = [`${count(job.changed)} ${did}`]
  if (job.unchanged > 0) parts.push(`${count(job.unchanged)} ${was}`)
  if (job.failed > 0) parts.push(`${count(job.failed)} failed`)
  const left = job.total - through(job)
  if (left > 0) parts.push(`${count(left)} not processed`)
  return `${parts.join(', ')}.`
}

export const conflictsOf = (job: Job, became: 'keep' | 'overwrite'): number =>
  job.import?.onConflict === became ? job.import.conflicts : 0

/** The result of an import: `2,798 added, 3 there already, 2 kept as they are here, 2 bad rows`. */
function fileResult(job: Job): string {
  const checked = job.action === 'check'
  const kept = conflictsOf(job, 'keep')
  const over = conflictsOf(job, 'overwrite')
  const added = job.changed - over
  const there = job.unchanged - kept
  const parts = [
    checked ? `${count(added)} can be imported` : `${count(added)} added`,
    ...(over > 0 ? [`${count(over)} ${checked ? 'can be overwritten' : 'overwritten'}`] : []),
    ...(there > 0 ? [`${count(there)} already there`] : []),
    ...(kept > 0 ? [`${count(kept)} in conflict, kept as they are`] : []),
    counted(job.failed, 'bad row', 'bad rows'),
  ]
  return `${parts.join(', ')}.${checked ? ' Nothing was imported.' : ''}`
}
