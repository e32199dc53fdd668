import type { DataOf } from '@steward/contract/calls/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The service accounts with their keys, and the roles that they may get. */
export const serviceAccounts = queryOptions({
  queryKey: ['serviceAccounts.list'] as const,
  queryFn: async ({ signal }) => (await call('serviceAccounts.list', { signal })).data,
})

export type NewKey = DataOf<'serviceAccounts.createKey'>
