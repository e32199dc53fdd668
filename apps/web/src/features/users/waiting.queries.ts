import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/**
 * How many wait to be decided on; asked for again every minute while somebody looks.
 * @param may whether the person signed in decides on them; else nothing is asked
 */
export const waitingCountOptions = (may: boolean) =>
  queryOptions({
    queryKey: ['accounts.listWaiting', { limit: '1' }, 'count'] as const,
    queryFn: async ({ signal }) => {
      // Whoever has not confirmed their address can't be let in yet; strangers don't make a badge grow.
      const query = { limit: '1', emailConfirmed: 'true' } as const
      const { data } = await call('accounts.listWaiting', { query, signal })
      return data.pagination.total
    },
    enabled: may,
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  })

/** The calls whose lists show somebody else once a person was let in or turned away. */
export const listsOfWaiting = [
  'accounts.listWaiting',
  'users.listAdmins',
  'users.list',
  'users.details',
  'roles.list',
] as const
