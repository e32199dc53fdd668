import type { DataOf } from '@steward/contract/calls/endpoints'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The service accounts with their keys, and the roles that they may get. */
export const serviceAccounts = queryOptions({
  queryKey: ['serviceAccounts.list'] as const,
  queryFn: async ({ signal }) => (await call('serviceAccounts.list', { signal })).data,
})

export type NewKey = DataOf<'serviceAccounts.createKey'>

/** A write of accounts or keys, after which they are read anew. */
export function useKeyWrite<V, A>(send: (value: V) => Promise<A>, done: (answer: A) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    // What the answer holds of a key isn't kept.
    gcTime: 0,
    onSuccess: done,
    onSettled: () => client.invalidateQueries({ queryKey: serviceAccounts.queryKey }),
  })
}
