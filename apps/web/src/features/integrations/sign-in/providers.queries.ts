import type { DataOf } from '@steward/contract/calls/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The identity providers, the roles that groups can get, and whether passwords work. */
export const identityProviders = queryOptions({
  queryKey: ['identityProviders.list'] as const,
  queryFn: async ({ signal }) => (await call('identityProviders.list', { signal })).data,
})

export type ProvidersAnswer = DataOf<'identityProviders.list'>
export type Provider = ProvidersAnswer['providers'][number]
export type Explained = DataOf<'identityProviders.explain'>
