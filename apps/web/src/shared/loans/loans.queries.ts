import type { Loan } from '@steward/contract/loans/loans'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** What is on loan to the person signed in, and how many requests wait for them; behind the first rows. */
export const ownLoansOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: ['loans.own'] as const,
    queryFn: async ({ signal }) => (await call('loans.own', { signal })).data,
    enabled,
    staleTime: 5_000,
    retry: false,
    // A loan ends by its time, of which nothing tells.
    refetchInterval: ({ state }) => untilNextEnd(state.data?.loans ?? []),
  })

const longestMs = 60_000

/** The milliseconds until the first of them ends, at most a minute. */
function untilNextEnd(loans: readonly Loan[]): number {
  const ends = loans.flatMap(({ endsAt }) => (endsAt ? [Date.parse(endsAt) - Date.now()] : []))
  return Math.max(1_000, Math.min(longestMs, ...ends))
}

/** Has everything about requests, loans and temporary roles loaded anew. */
export const reloadLoans = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => /^(loans|temporaryRoles)\./.test(String(queryKey[0])),
  })
