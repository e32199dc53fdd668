import type { Bill, BillTotal } from '@steward/contract/bills/bills'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { SentQuery } from '../../api/listing.ts'
import type { DeepPartial } from '../../api/read.ts'
import { putOnTop, reloadLists, replaceRecord } from '../../api/record-cache.ts'

/** The sums of the bills that a list's query finds, on every page. */
export const billTotalsOptions = ({ page, limit, sort, ...query }: SentQuery) =>
  queryOptions({
    queryKey: ['bills.totals', query],
    queryFn: async ({ signal }) => (await call('bills.totals', { query, signal })).data.totals,
  })

/** The sums of some list of bills that was loaded, if any. */
export const knownTotals = (client: QueryClient): readonly BillTotal[] | undefined =>
  client
    .getQueriesData<readonly BillTotal[]>({ queryKey: ['bills.totals'] })
    .find(([, totals]) => totals?.length)?.[1]

/** Has the sums counted anew. */
export const reloadTotals = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['bills.totals'] })

/** Puts a bill as the server answered it wherever it is shown. */
export function cacheBill(client: QueryClient, id: string, bill: DeepPartial<Bill>): void {
  replaceRecord<Bill>(client, 'bills', id, bill)
  void reloadLists(client, 'bills')
  void reloadTotals(client)
}

/**
 * Puts a new bill on top of the list as it stands; the next load puts it where its order says.
 * @param bill null where the server told nothing of it: then the list is loaded anew
 */
export function putNewBill(client: QueryClient, id: string, bill: DeepPartial<Bill> | null): void {
  if (bill) putOnTop<Bill>(client, 'bills', 'bills.list', id, bill)
  else void reloadLists(client, 'bills')
  void reloadTotals(client)
}

/** The number that a new bill would get now. */
export const nextNumberOptions = () =>
  queryOptions({
    queryKey: ['bills.nextNumber'],
    queryFn: async ({ signal }) => (await call('bills.nextNumber', { signal })).data.number,
    staleTime: 0,
    retry: false,
  })
