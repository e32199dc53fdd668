import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** What identity providers have provisioned, and the service accounts that may do it. */
export const provisioning = queryOptions({
  queryKey: ['provisioning.read'] as const,
  queryFn: async ({ signal }) => (await call('provisioning.read', { signal })).data,
})
