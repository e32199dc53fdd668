import { Button } from '@mantine/core'
import type { Job } from '@steward/contract/records/jobs'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { downloadReport } from '../../api/files.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'
import { counted } from '../../ui/format/locale.ts'
import { conflictsOf, isOfFile, verbsOf } from './job-words.ts'
import classes from './jobs.module.css'
import { jobFailuresOptions } from './jobs.queries.ts'

export function JobFailures({ job }: { job: Job }) {
  const { data } = useQuery(jobFailuresOptions(job._id))
  const failures = data?.failures ?? []
  const all = job.failed + conflictsOf(job, 'keep')
  return (
    <details className={classes.failures}>
      <summary>
        {isOfFile(job)
          ? `${counted(all, 'row', 'rows')} can’t be imported`
          : `${counted(job.failed, 'record', 'records')} could not be ${verbsOf(job).did}`}
      </summary>
      <ul>
        {failures.map((failure) => (
          <li key={failure._id ?? failure.name}>
            <strong>
              <bdi>{failure.name ?? failure._id}</bdi>
            </strong>
            : <bdi>{failure.message}</bdi>
          </li>
        ))}
      </ul>
      {failures.length < all && data && <p>and {counted(all - failures.length, 'more', 'more')}</p>}
    </details>
  )
}

/** A button that downloads the rows of a file that were not imported. */
export function ReportButton({ job }: { job: Job }) {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ _id, fileName }: NonNullable<Job['import']>) =>
      downloadReport(_id, `${fileName.replace(/\.\w+$/, '')}.report.csv`),
    onError: showFailure,
  })
  const file = job.import
  if (!file?.hasReport) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size="0.875rem" aria-hidden />}
      loading={isPending}
      onClick={() => mutate(file)}
    >
      Download bad rows
    </Button>
  )
}
