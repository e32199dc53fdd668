import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** What an erasure of a person would do; counted anew each time that it is asked. */
export const erasurePreview = (id: string) =>
  queryOptions({
    queryKey: ['privacy.preview', id] as const,
    queryFn: async ({ signal }) => (await call('privacy.preview', { params: { id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

/** How long personal data is kept, and what goes next. */
export const savedRetention = queryOptions({
  queryKey: ['privacy.retention'] as const,
  queryFn: async ({ signal }) => (await call('privacy.retention', { signal })).data,
})

/** A page of the erasures, the newest first. */
export const erasures = (page: number) =>
  queryOptions({
    queryKey: ['privacy.list', page] as const,
    queryFn: async ({ signal }) =>
      (await call('privacy.list', { query: { page, limit: 25 }, signal })).data,
  })
