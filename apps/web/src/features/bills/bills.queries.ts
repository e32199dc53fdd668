import type { Bill } from '@steward/contract/bills'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { SentQuery } from '../../api/listing.ts'
import type { DeepPartial } from '../../api/read.ts'
import { reloadLists, replaceRecord } from '../../api/record-cache.ts'

/** The sums of the bills that a list's query finds, on every page. */
export const billTotalsOptions = ({ page, limit, sort, ...query }: SentQuery) =>
  queryOptions({
    queryKey: ['bills.totals', query],
    queryFn: async ({ signal }) => (await call('bills.totals', { query, signal })).data.totals,
  })

/** Has the sums counted anew. */
export const reloadTotals = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['bills.totals'] })

/** Puts a bill as the server answered it wherever it is shown. */
export function keepBill(client: QueryClient, id: string, bill: DeepPartial<Bill>): void {
  replaceRecord<Bill>(client, 'bills', id, bill)
  void reloadLists(client, 'bills')
  void reloadTotals(client)
}
