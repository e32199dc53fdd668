import type { Proposal } from '@steward/contract/proposals/proposals'
import { queryOptions } from '@tanstack/react-query'
import { watchJob } from '../../../api/browser/watched-jobs.ts'
import { call } from '../../../api/client.ts'

/** How often proposals are read anew while one is being carried out, in milliseconds. */
const whileWorking = 1_500

const isWorking = ({ job }: Pick<Proposal, 'job'>): boolean =>
  job?.status === 'waiting' || job?.status === 'running'

/** A page of proposals, those that wait or those that are over. */
export const proposals = (status: readonly Proposal['status'][], page: number) =>
  queryOptions({
    queryKey: ['proposals.list', { status, page }] as const,
    queryFn: async ({ signal }) => {
      const query = { status: [...status], page: String(page), limit: '10' }
      return (await call('proposals.list', { query, signal })).data
    },
    refetchInterval: ({ state }) => (state.data?.proposals.some(isWorking) ? whileWorking : false),
  })

export const proposalDetails = (id: string) =>
  queryOptions({
    queryKey: ['proposals.details', { id }] as const,
    queryFn: async ({ signal }) =>
      (await call('proposals.details', { params: { id }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data && isWorking(state.data.proposal) ? whileWorking : false,
  })

/** The bounds of agents, and where agents connect. */
export const agentBounds = queryOptions({
  queryKey: ['agentBounds.list'] as const,
  queryFn: async ({ signal }) => (await call('agentBounds.list', { signal })).data,
})

/** Shows how far the job of an approved proposal is. */
export function watchProposal({ job }: Pick<Proposal, 'job'>): void {
  if (job) watchJob(job._id)
}
