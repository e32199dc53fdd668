import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** How often what waits is read anew where no live change tells of it, in milliseconds. */
const betweenReads = 60_000

/** What waits for this person, their own open requests, and whether the page is offered to them. */
export const openConsents = queryOptions({
  queryKey: ['consents.open'] as const,
  queryFn: async ({ signal }) => (await call('consents.open', { signal })).data,
  staleTime: 30_000,
  refetchInterval: betweenReads,
  retry: false,
})
