import { listOf } from '@steward/contract/area-lists'
import type { Job } from '@steward/contract/jobs'
import { count, counted } from '../../ui/format/locale.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

/** Whether a job reads a file; what is done is then measured by the file. */
export const isOfFile = (job: Job): boolean => job.action === 'import' || job.action === 'check'

/** How far a job is, in whole percent. */
export const percentOf = (job: Job): number => {
  if (isOfFile(job)) return Math.floor(job.progress * 100)
  return job.total === 0 ? 100 : Math.floor((through(job) / job.total) * 100)
}

/** How far a job is, in words: `300 of 1,000 (30%)`. */
export const jobProgress = (job: Job): string =>
  isOfFile(job)
    ? `${counted(job.total, 'row', 'rows')} read (${percentOf(job)}%)`
    : `${count(through(job))} of ${count(job.total)} (${percentOf(job)}%)`

/** What a job does, in words: `Delete 12 posts`. */
export function jobTitle(job: Job): string {
  const { one, many } = listOf(job.area)
  const which = counted(job.total, one, many)
  if (job.action === 'delete') return `Delete ${which}`
  if (job.action === 'restore') return `Restore ${which}`
  if (job.action === 'purge') return `Delete ${which} for good`
  if (job.action === 'undo') return `Take back changes of ${which}`
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

const states: Readonly<Record<Job['status'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}

/** How a job stands, in a word. */
export const jobState = (job: Job): string => states[job.status]

/** How many records a job is through with. */
export const through = (job: Job): number => job.changed + job.unchanged + job.failed

const verbs = {
  delete: { did: 'deleted', was: 'already deleted' },
  restore: { did: 'restored', was: 'not deleted' },
  purge: { did: 'deleted for good', was: 'gone already' },
  undo: { did: 'taken back', was: 'left as they were' },
  status: { did: 'changed', was: 'already in that status' },
  feed: { did: 'changed', was: 'already so' },
  role: { did: 'changed', was: 'had it already' },
} as const

/** What a job does to a record, and what had been done to it before, in words. */
export const verbsOf = ({ action }: Job) =>
  verbs[action === 'import' || action === 'check' ? 'status' : action]

/** What a job came to: `11 deleted, 1 already deleted`. */
export function jobResult(job: Job): string {
  if (isOfFile(job)) return fileResult(job)
  const { did, was } = verbsOf(job)
  const parts = [`${count(job.changed)} ${did}`]
  if (job.unchanged > 0) parts.push(`${count(job.unchanged)} ${was}`)
  if (job.failed > 0) parts.push(`${count(job.failed)} failed`)
  const left = job.total - through(job)
  if (left > 0) parts.push(`${count(left)} not reached`)
  return `${parts.join(', ')}.`
}

/** What came of a file: `2,798 added, 0 there already, 2 bad`. */
function fileResult(job: Job): string {
  const checked = job.action === 'check'
  const parts = [
    checked ? `${count(job.changed)} can go in` : `${count(job.changed)} added`,
    ...(job.unchanged > 0 ? [`${count(job.unchanged)} there already`] : []),
    counted(job.failed, 'bad row', 'bad rows'),
  ]
  return `${parts.join(', ')}.${checked ? ' Nothing was written.' : ''}`
}
