import type { DataOf } from '@steward/contract/calls/endpoints'
import type { deliveryStatuses } from '@steward/contract/webhooks/webhooks'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The webhooks; looked at every few seconds, since their state changes by itself. */
export const webhooks = queryOptions({
  queryKey: ['webhooks.list'] as const,
  queryFn: async ({ signal }) => (await call('webhooks.list', { signal })).data,
  refetchInterval: 10_000,
})

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The deliveries of a webhook, the newest first, page by page. */
export const deliveries = (id: string, status: DeliveryStatus | '') =>
  infiniteQueryOptions({
    queryKey: ['webhooks.deliveries', { id, status }] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...(status && { status }), ...(pageParam && { after: pageParam }) }
      return (await call('webhooks.deliveries', { params: { id }, query, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: DataOf<'webhooks.deliveries'>) => next,
    refetchInterval: 10_000,
  })

/** A write of webhooks, after which they and their deliveries are read anew. */
export function useWebhookWrite<V, A>(
  send: (value: V) => Promise<A>,
  done: (answer: A, value: V) => void,
  onError?: (thrown: unknown) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    // What the answer holds of a secret isn't kept.
    gcTime: 0,
    onSuccess: done,
    ...(onError && { onError }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: webhooks.queryKey })
      await client.invalidateQueries({ queryKey: ['webhooks.deliveries'] })
    },
  })
}
