import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The permission modules of the person signed in (specification section 7); kept fresh on focus. */
export const ownPermissions = queryOptions({
  queryKey: ['permissions.own'],
  queryFn: async ({ signal }) => (await call('permissions.own', { signal })).data ?? [],
  staleTime: 5_000,
  refetchOnWindowFocus: 'always',
})
