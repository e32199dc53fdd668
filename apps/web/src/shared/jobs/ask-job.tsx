import type { BulkArea } from '@steward/contract/areas/areas'
import type { ReactNode } from 'react'
import type { SentQuery } from '../../api/listing.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { jobWords } from '../acts/job-words.ts'
import { type JobStart, useStartJob } from './use-start-job.ts'

/**
 * Asks before a job on all chosen records is started.
 * @param props.which how many records of what, such as `12 posts`
 * @param props.button the words of the button, unless the title of the job
 */
export function AskJob<T>(props: {
  area: BulkArea
  job: JobStart
  chosen: Chosen<T>
  narrow?: SentQuery
  which: string
  button?: string
  children: ReactNode
}) {
  const { area, job, chosen } = props
  const { start, busy } = useStartJob(area, chosen, props.narrow)
  const { title, question } = jobWords({ area, ...job }, props.which)
  const isPurge = job.action === 'purge'
  return (
    <ConfirmDialog
      title={question}
      action={props.button ?? title}
      danger={isPurge || job.action === 'delete'}
      focus={isPurge ? 'cancel' : 'action'}
      pending={busy}
      onConfirm={() => start(job)}
      onClose={closeDialog}
    >
      {props.children}
    </ConfirmDialog>
  )
}
