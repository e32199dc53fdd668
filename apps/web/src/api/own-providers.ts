import type { DataOf } from '@steward/contract/calls/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

export type OwnProviders = DataOf<'openid.own'>

/** The identity providers that one signs in by or may link, and whether passwords work. */
export const ownProviders = queryOptions({
  queryKey: ['openid.own'] as const,
  queryFn: async ({ signal }): Promise<OwnProviders> => (await call('openid.own', { signal })).data,
})
