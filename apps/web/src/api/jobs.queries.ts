import type { Job } from '@steward/contract/jobs/jobs'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** Whether a job is waiting or running, so that it changes by itself. */
export const isOpen = (job: Job): boolean => job.status === 'waiting' || job.status === 'running'

/** The query of one job, repeated every second while the job runs. */
export const jobOptions = (id: string) =>
  queryOptions({
    queryKey: ['jobs.details', id],
    queryFn: async ({ signal }) => (await call('jobs.details', { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : 1000),
    staleTime: 0,
  })

export const jobFailuresOptions = (id: string) =>
  queryOptions({
    queryKey: ['jobs.failures', id],
    queryFn: async ({ signal }) =>
      (await call('jobs.failures', { params: { id }, query: { limit: 100 }, signal })).data,
    staleTime: 0,
  })
