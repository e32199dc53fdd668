import { listOf } from '@steward/contract/areas/area-lists'
import type { Job } from '@steward/contract/jobs/jobs'
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

/** What a job does with some records, such as `Delete 12 posts`. */
export function jobTitle(
  { area, action, patch }: Pick<Job, 'area' | 'action'> & { patch?: Job['patch'] | undefined },
  which: string,
): string {
  const status = patch?.status ?? ''
  const on = status === 'active'
  if (action === 'purge') return `Delete ${which} permanently`
  if (action === 'undo') return `Undo changes to ${which}`
  if (action === 'feed') return `${on ? 'Open' : 'Close'} the shopping feed of ${which}`
  if (action === 'role') return `Give ${which} a role`
  if (action !== 'status') return `${statusWord(action)} ${which}`
  if (area === 'users') return `${on ? 'Activate' : 'Deactivate'} ${which}`
  return `Change ${which} to ${statusWord(status).toLowerCase()}`
}

/** The title of a job that is there; of a file, its name. */
export function titleOf(job: Job): string {
  const { one, many } = listOf(job.area)
  if (!isOfFile(job)) return jobTitle(job, counted(job.total, one, many))
  return `${statusWord(job.action)} ${many}${job.import ? ` from ${job.import.fileName}` : ''}`
}

/** What is said of a job before it begins. */
export const consequences = {
  delete:
    'They leave the list and can be restored. You can pause or cancel this while it runs, and undo it afterwards.',
  keep: 'Their reports are handled. Those without open reports stay as they are.',
  restore: 'They return to the list unchanged.',
  purge: 'This can’t be undone. Their pictures are deleted too.',
} as const

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
export const verbsOf = ({ action }: Pick<Job, 'action'>) =>
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
