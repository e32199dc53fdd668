import type { DataOf } from '@steward/contract/calls/endpoints'
import type { deliveryStatuses } from '@steward/contract/webhooks/webhooks'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
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
