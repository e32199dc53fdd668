import { Button, CloseButton, Progress } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Progress.css'
import { areas, type BulkArea } from '@steward/contract/areas/areas'
import type { Job, JobFailure } from '@steward/contract/jobs/jobs'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import { lentArea } from '@steward/contract/loans/lendable'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import { notAmongYours } from '@steward/contract/permissions/not-among-yours'
import type { Permission } from '@steward/contract/permissions/permissions'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unwatchJob, watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { downloadReport } from '../../api/files.ts'
import { isOpen, jobFailuresOptions, jobOptions } from '../../api/jobs.queries.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { said } from '../../api/said.ts'
import { rich } from '../../ui/format/rich.tsx'
import { showFailure } from '../../ui/messages/messages.tsx'
import { askFor } from '../../ui/permissions/ask-for.ts'
import { useLoans } from '../../ui/permissions/permitted.tsx'
import {
  conflictsOf,
  failedWords,
  isOfFile,
  jobState,
  percentOf,
  through,
  titleOf,
} from '../acts/job-words.ts'
import { UndoBatchButton } from '../undo/undo-actions.tsx'
import { useMayUndoJob } from '../undo/undo-needs.ts'
import classes from './jobs.module.css'

type Command = 'pause' | 'resume' | 'cancel' | 'undo'

export function JobCard({ id, onClose }: { id: string; onClose?: () => void }) {
  const client = useQueryClient()
  const mayUndo = useMayUndoJob()
  const { data: job, error } = useQuery(jobOptions(id))
  const { mutate, isPending } = useMutation({
    mutationFn: (name: Command) => call(`jobs.${name}`, { params: { id } }),
    onSuccess: ({ data }, name) => {
      if (name === 'undo') {
        unwatchJob(id)
        watchJob(data._id)
      } else client.setQueryData(jobOptions(id).queryKey, data)
    },
    onError: showFailure,
    onSettled: () => void client.invalidateQueries({ queryKey: jobOptions(id).queryKey }),
  })

  // Lists are reloaded now and then while the job runs, and once it has ended.
  const done = job ? through(job) : 0
  const seen = useRef(done)
  const open = job !== undefined && isOpen(job)
  const area = job?.area
  useEffect(() => {
    if (area === undefined || (open && done - seen.current < 5000)) return
    seen.current = done
    void reloadLists(client, area === 'members' ? 'users' : area)
    void client.invalidateQueries({ predicate: ({ queryKey }) => follows(queryKey[0], area) })
  }, [client, area, open, done])

  useEffect(() => {
    // The job is another person's, or no longer exists.
    if (error && toFailure(error).status === 404) unwatchJob(id)
  }, [error, id])

  if (!job) return null
  const isHalted = job.status === 'paused' || job.status === 'stopped'
  const button = (label: string, name: Command) => (
    <Button size="compact-sm" disabled={isPending} onClick={() => mutate(name)}>
      {label}
    </Button>
  )
  return (
    <article className={classes.card}>
      <header className="row between gap-8">
        <h2>
          <bdi>{titleOf(job)}</bdi>
        </h2>
        {!open && (
          <CloseButton
            aria-label={t('Close this message')}
            onClick={() => {
              unwatchJob(id)
              onClose?.()
            }}
          />
        )}
      </header>
      {job.status !== 'done' && <Progress value={percentOf(job)} aria-label={titleOf(job)} />}
      <p role="status">{jobState(job, open || job.status === 'paused')}</p>
      {job.reason && (
        <p>
          <bdi>{said(job.reason, job)}</bdi>
        </p>
      )}
      {job.failed + conflictsOf(job, 'keep') > 0 && !open && <JobFailures job={job} />}
      <div className="row wrap gap-8 hide-empty">
        {open && button(t('Pause'), 'pause')}
        {isHalted && button(t('Resume'), 'resume')}
        {(open || isHalted) && button(t('Cancel'), 'cancel')}
        {!open && <ReportButton job={job} />}
        {job.canUndo && !open && job.status !== 'paused' && button(t('Undo'), 'undo')}
        {!job.canUndo && mayUndo(job) && (
          <UndoBatchButton batch={id} through={isOfFile(job) ? 'import' : 'job'} />
        )}
      </div>
    </article>
  )
}

/** Whether a query shows totals or other views of an area's records, and so depends on them. */
const follows = (name: unknown, area: string): boolean =>
  ['totals', 'tree', 'month'].some((what) => name === `${area}.${what}`)

const nameOf = ({ _id, name, line }: JobFailure) =>
  line === undefined ? (name ?? _id) : t('Line {line}', { line })

function JobFailures({ job }: { job: Job }) {
  const { data } = useQuery(jobFailuresOptions(job._id))
  const failures = data?.failures ?? []
  const all = job.failed + conflictsOf(job, 'keep')
  return (
    <details>
      <summary>{failedWords(job)}</summary>
      <ul className="bullets mt-8" style={{ maxHeight: '12rem', overflowY: 'auto' }}>
        {failures.map((failure) => (
          <li key={failure._id ?? failure.name}>
            {/* i18n: {record} is a record’s name, {failure} a sentence */}
            {rich('{record}: {failure}', {
              record: (
                <strong>
                  <bdi>{nameOf(failure)}</bdi>
                </strong>
              ),
              failure: <bdi>{said(failure.message, failure)}</bdi>,
            })}
          </li>
        ))}
      </ul>
      {failures.length < all && data && (
        <p>{t('and {count} more', { count: all - failures.length })}</p>
      )}
      <AskForLeft job={job} failures={failures} />
    </details>
  )
}

/** Asks for what the job lacked where the conditions of its permission leave records out. */
function AskForLeft({ job, failures }: { job: Job; failures: readonly JobFailure[] }) {
  const { mayAsk } = useLoans()
  const actions: Partial<Record<string, readonly Permission[]>> =
    jobActions[job.area as BulkArea] ?? {}
  const [permission] = actions[job.action] ?? []
  const records = failures.flatMap(({ _id, name, template }) =>
    _id && template === notAmongYours ? [{ _id, title: name }] : [],
  )
  // What people may do depends on the type of each.
  if (!mayAsk || !permission || job.area === 'users' || !lentArea(permission)) return null
  if (records.length === 0 || records.length > loanLimits.records) return null
  const count = t(areas[job.area as BulkArea].count, { count: records.length })
  return (
    <Button
      className="mt-8"
      size="compact-sm"
      leftSection={<IconLock size="0.875rem" aria-hidden />}
      onClick={() => askFor({ permission, records })}
    >
      {/* i18n: asks for a permission; {records} is a number of records such as “12 posts” */}
      {t('Ask for {records}…', { records: count })}
    </Button>
  )
}

/** A button that downloads the rows of a file that were not imported. */
function ReportButton({ job }: { job: Job }) {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ _id, fileName }: NonNullable<Job['import']>) =>
      downloadReport(_id, `${fileName.replace(/\.\w+$/, '')}.report.csv`),
    onError: showFailure,
  })
  const file = job.import
  if (!file?.hasReport) return null
  return (
    <Button
      size="compact-sm"
      leftSection={<IconDownload size="0.875rem" aria-hidden />}
      loading={isPending}
      onClick={() => mutate(file)}
    >
      {t('Download bad rows')}
    </Button>
  )
}
