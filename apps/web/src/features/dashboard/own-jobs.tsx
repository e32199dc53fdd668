import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/client.ts'
import { listOf, textOf } from '../../api/read.ts'
import { watchJob } from '../../shared/jobs/watched-jobs.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'

/** How many jobs the panel shows at once. */
const most = 5

/** Shows the jobs of the person signed in that are not over, where jobs are shown. */
export function OwnJobs(props: { className: string | undefined; children: ReactNode }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('jobs.list', {
        query: { status: ['waiting', 'running', 'paused', 'stopped'], limit: String(most) },
      }),
    onSuccess: ({ data }) => {
      for (const job of listOf<{ _id?: unknown }>(data?.jobs).reverse()) {
        const id = textOf(job._id)
        if (id !== null) watchJob(id)
      }
    },
    onError: showFailure,
  })
  return (
    <button type="button" className={props.className} disabled={isPending} onClick={() => mutate()}>
      {props.children}
    </button>
  )
}
