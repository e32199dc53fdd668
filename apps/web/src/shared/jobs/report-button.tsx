import { Button } from '@mantine/core'
import type { Job } from '@steward/contract/records/jobs'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadReport } from '../../api/files.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'

/** Downloads the rows of a file that did not go in; nothing where all of them did. */
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
      onClick={() => !isPending && mutate(file)}
    >
      Download bad rows
    </Button>
  )
}
