import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** How many people wait for a decision, asked every minute if the person may decide. */
export const waitingCountOptions = (may: boolean) =>
  queryOptions({
    queryKey: ['accounts.listWaiting', { limit: '1' }, 'count'] as const,
    queryFn: async ({ signal }) => {
      // Who hasn't confirmed their address can't be approved yet, so they aren't counted.
      const query = { limit: '1', emailConfirmed: 'true' } as const
      const { data } = await call('accounts.listWaiting', { query, signal })
      return data.pagination.total
    },
    enabled: may,
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  })

/** The calls whose lists change when a person is approved or declined. */
export const listsOfWaiting = [
  'accounts.listWaiting',
  'users.listAdmins',
  'users.list',
  'users.details',
  'roles.list',
] as const
