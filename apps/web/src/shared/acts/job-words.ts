import { listOf } from '@steward/contract/areas/area-lists'
import type { Job } from '@steward/contract/jobs/jobs'
import { msg, t } from '@steward/i18n/reader'
import { inRow, withoutCapital } from '../../ui/format/phrases.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'

type OfFile = 'import' | 'check'
type OnRecords = Exclude<Job['action'], OfFile>

const readsFile = (action: Job['action']): action is OfFile =>
  action === 'import' || action === 'check'

/** Whether a job reads a file, by whose rows its progress is measured. */
export const isOfFile = (job: Job): boolean => readsFile(job.action)

export const percentOf = (job: Job): number => {
  if (isOfFile(job)) return Math.floor(job.progress * 100)
  return job.total === 0 ? 100 : Math.floor((through(job) / job.total) * 100)
}

const states: Readonly<Record<Job['status'], string>> = {
  waiting: msg('Waiting', 'state of a job'),
  running: msg('Running', 'state of a job'),
  paused: msg('Paused', 'state of a job'),
  done: msg('Done', 'state of a job'),
  cancelled: msg('Cancelled', 'state of a job'),
  stopped: msg('Stopped', 'state of a job'),
}

/** The state of a job with its progress, `Running: 300 of 1,000 (30%)`, or its result. */
export function jobState(job: Job, isUnderWay: boolean): string {
  const state = t(states[job.status])
  return isUnderWay
    ? // i18n: {progress} is such as “300 of 1,000 (30%)”
      t('{state}: {progress}', { state, progress: jobProgress(job) })
    : // i18n: {result} is a sentence such as “11 deleted, 1 already deleted.”
      t('{state}. {result}', { state, result: jobResult(job) })
}

function jobProgress(job: Job): string {
  const { total } = job
  const percent = percentOf(job)
  return isOfFile(job)
    ? t('{total, plural, one {# row} other {# rows}} read ({percent}%)', { total, percent })
    : t('{done} of {total} ({percent}%)', { done: through(job), total, percent })
}

interface Act {
  title: string
  question: string
}

/** What jobs do; {records} is a number of records such as “12 posts”. */
const acts = {
  delete: { title: msg('Delete {records}'), question: msg('Delete {records}?') },
  keep: { title: msg('Keep {records}'), question: msg('Keep {records}?') },
  restore: { title: msg('Restore {records}'), question: msg('Restore {records}?') },
  purge: {
    title: msg('Delete {records} permanently'),
    question: msg('Delete {records} permanently?'),
  },
  undo: { title: msg('Undo changes to {records}'), question: msg('Undo changes to {records}?') },
  proposal: {
    title: msg('Carry out a proposal: {records}'),
    question: msg('Carry out a proposal: {records}?'),
  },
  erase: { title: msg('Erase a person'), question: msg('Erase a person?') },
  role: { title: msg('Give {records} a role'), question: msg('Give {records} a role?') },
  // i18n: {status} is a status in lower case
  status: {
    title: msg('Change {records} to {status}'),
    question: msg('Change {records} to {status}?'),
  },
  activate: { title: msg('Activate {records}'), question: msg('Activate {records}?') },
  deactivate: { title: msg('Deactivate {records}'), question: msg('Deactivate {records}?') },
  openFeed: {
    title: msg('Open the shopping feed of {records}'),
    question: msg('Open the shopping feed of {records}?'),
  },
  closeFeed: {
    title: msg('Close the shopping feed of {records}'),
    question: msg('Close the shopping feed of {records}?'),
  },
} as const satisfies Record<string, Act>

/** The statuses that many records can be given, as they stand in “Change 12 bills to paid”. */
const newStatuses: Readonly<Record<string, string>> = {
  todo: msg('to do', 'a status within a sentence'),
  doing: msg('doing', 'a status within a sentence'),
  done: msg('done', 'a status within a sentence'),
  cancelled: msg('cancelled', 'a status within a sentence'),
  draft: msg('draft', 'a status within a sentence'),
  due: msg('due', 'a status within a sentence'),
  paid: msg('paid', 'a status within a sentence'),
  overdue: msg('overdue', 'a status within a sentence'),
  void: msg('void', 'a status within a sentence'),
  available: msg('available', 'a status within a sentence'),
  reserved: msg('reserved', 'a status within a sentence'),
  sold: msg('sold', 'a status within a sentence'),
}

type Doing = Pick<Job, 'area'> & { action: OnRecords; patch?: Job['patch'] | undefined }

function actOf({ area, action, patch }: Doing): Act {
  const on = patch?.status === 'active'
  if (action === 'feed') return on ? acts.openFeed : acts.closeFeed
  if (action !== 'status' || area !== 'users') return acts[action]
  return on ? acts.activate : acts.deactivate
}

/** What a job does with some records, such as `Delete 12 posts`, and the question whether to do it. */
export function jobWords(job: Doing, records: string): Act {
  const { title, question } = actOf(job)
  const status = job.patch?.status ?? ''
  const word = newStatuses[status] ?? withoutCapital(statusWord(status))
  const values = { records, status: t(word) }
  return { title: t(title, values), question: t(question, values) }
}

/** The title of a job that is there; of a file, its name. */
export function titleOf(job: Job): string {
  const list = listOf(job.area)
  const { action } = job
  if (!readsFile(action))
    return jobWords({ ...job, action }, t(list.count, { count: job.total })).title
  const many = t(list.many)
  const file = job.import?.fileName
  const isCheck = action === 'check'
  // i18n: {many} is a plural noun such as “bills”
  if (file === undefined) return t(isCheck ? 'Check {many}' : 'Import {many}', { many })
  // i18n: {many} is a plural noun such as “bills”
  return t(isCheck ? 'Check {many} from {file}' : 'Import {many} from {file}', { many, file })
}

/** What is said of a job before it begins. */
export const consequences = {
  delete: msg(
    'They leave the list and can be restored. You can pause or cancel this while it runs, and undo it afterwards.',
  ),
  keep: msg('Their reports are handled. Those without open reports stay as they are.'),
  restore: msg('They return to the list unchanged.'),
  purge: msg('This can’t be undone. Their pictures are deleted too.'),
} as const

export const through = (job: Job): number => job.changed + job.unchanged + job.failed

interface Results {
  changed: string
  unchanged: string
  failed: string
}

/** What is said of the records that a job changed, that were already so, and that it failed with. */
const results: Readonly<Record<OnRecords, Results>> = {
  delete: {
    changed: msg('{count} deleted'),
    unchanged: msg('{count} already deleted'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be deleted'),
  },
  keep: {
    changed: msg('{count} kept'),
    unchanged: msg('{count} without open reports'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be kept'),
  },
  restore: {
    changed: msg('{count} restored'),
    unchanged: msg('{count} not deleted'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be restored'),
  },
  purge: {
    changed: msg('{count} deleted permanently'),
    unchanged: msg('{count} already gone'),
    failed: msg(
      '{count, plural, one {# record} other {# records}} could not be deleted permanently',
    ),
  },
  undo: {
    changed: msg('{count} undone'),
    unchanged: msg('{count} left unchanged'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be undone'),
  },
  status: {
    changed: msg('{count} changed'),
    unchanged: msg('{count} already had that status'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be changed'),
  },
  feed: {
    changed: msg('{count} changed'),
    unchanged: msg('{count} unchanged'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be changed'),
  },
  proposal: {
    changed: msg('{count} changed'),
    unchanged: msg('{count} unchanged'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be changed'),
  },
  erase: {
    changed: msg('Erased rows and files: {count}'),
    unchanged: msg('{count} unchanged'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be erased'),
  },
  role: {
    changed: msg('{count} changed'),
    unchanged: msg('{count} already had it'),
    failed: msg('{count, plural, one {# record} other {# records}} could not be changed'),
  },
}

export const conflictsOf = (job: Job, became: 'keep' | 'overwrite'): number =>
  job.import?.onConflict === became ? job.import.conflicts : 0

/** The records or rows that a job could not work on. */
export function failedWords(job: Job): string {
  const { action, failed } = job
  return readsFile(action)
    ? t('{count, plural, one {# row} other {# rows}} can’t be imported', {
        count: failed + conflictsOf(job, 'keep'),
      })
    : t(results[action].failed, { count: failed })
}

/** The result of a job as text, such as `11 deleted, 1 already deleted.` */
function jobResult(job: Job): string {
  const { action, changed, unchanged, failed } = job
  if (readsFile(action)) return fileResult(job)
  const said = results[action]
  const parts = [t(said.changed, { count: changed })]
  if (unchanged > 0) parts.push(t(said.unchanged, { count: unchanged }))
  if (failed > 0) parts.push(t('{count} failed', { count: failed }))
  // How much an erasure has to do is estimated before it begins.
  const isWhole = action === 'erase' && job.status === 'done'
  const left = isWhole ? 0 : job.total - through(job)
  if (left > 0) parts.push(t('{count} not processed', { count: left }))
  // i18n: {results} is such as “11 deleted, 1 already deleted”
  return t('{results}.', { results: inRow(parts) })
}

/** The result of an import: `2,798 added, 3 there already, 2 kept as they are here, 2 bad rows`. */
function fileResult(job: Job): string {
  const isCheck = job.action === 'check'
  const kept = conflictsOf(job, 'keep')
  const over = conflictsOf(job, 'overwrite')
  const there = job.unchanged - kept
  const parts = [
    t(isCheck ? '{count} can be imported' : '{count} added', { count: job.changed - over }),
  ]
  if (over > 0)
    parts.push(t(isCheck ? '{count} can be overwritten' : '{count} overwritten', { count: over }))
  if (there > 0) parts.push(t('{count} already there', { count: there }))
  if (kept > 0) parts.push(t('{count} in conflict, kept as they are', { count: kept }))
  parts.push(t('{count, plural, one {# bad row} other {# bad rows}}', { count: job.failed }))
  const results = inRow(parts)
  // i18n: {results} is such as “2 can be imported, 1 bad row”
  return isCheck ? t('{results}. Nothing was imported.', { results }) : t('{results}.', { results })
}
