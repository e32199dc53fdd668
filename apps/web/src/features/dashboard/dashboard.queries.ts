import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** The counts and their trends (specification section 7, Dashboard). */
export const dashboardCounts = queryOptions({
  queryKey: ['dashboard.counts'],
  queryFn: async ({ signal }) => (await call('dashboard.counts', { signal })).data ?? null,
  staleTime: 60_000,
})

/** The roles and how many people hold each (specification section 7, Dashboard). */
export const dashboardRoles = queryOptions({
  queryKey: ['dashboard.roles'],
  queryFn: async ({ signal }) => (await call('dashboard.roles', { signal })).data ?? null,
  staleTime: 60_000,
})
