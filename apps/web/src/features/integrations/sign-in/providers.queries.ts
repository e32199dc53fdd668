import type { DataOf } from '@steward/contract/calls/endpoints'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The identity providers, the roles that groups can get, and whether passwords work. */
export const identityProviders = queryOptions({
  queryKey: ['identityProviders.list'] as const,
  queryFn: async ({ signal }) => (await call('identityProviders.list', { signal })).data,
})

export type ProvidersAnswer = DataOf<'identityProviders.list'>
export type Provider = ProvidersAnswer['providers'][number]
export type Explained = DataOf<'identityProviders.explain'>

/** A write of providers or of whether passwords work, after which they are read anew. */
export function useProviderWrite<V, A>(send: (value: V) => Promise<A>, done: (answer: A) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    // What is sent may hold a secret.
    gcTime: 0,
    onSuccess: done,
    onSettled: () => client.invalidateQueries({ queryKey: identityProviders.queryKey }),
  })
}
