import type { BillTotal } from '@steward/contract/bills/bills'
import { t } from '@steward/i18n/reader'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Bill } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import type { SentQuery } from '../../api/listing.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

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

/** The number that a new bill would get now. */
export const nextNumberOptions = queryOptions({
  queryKey: ['bills.nextNumber'],
  queryFn: async ({ signal }) => (await call('bills.nextNumber', { signal })).data.number,
  staleTime: 0,
  retry: false,
})

export const bills: RecordArea<Bill> & { area: 'bills' } = {
  area: 'bills',
  hasForm: true,
  isInData: true,
  // i18n: stands in sentences in place of a number, such as “When was this bill paid?”
  name: (bill) => bill.number ?? t('this bill'),
  changed: (client) => void client.invalidateQueries({ queryKey: ['bills.totals'] }),
}

export const billChange = (
  sent: { status: NonNullable<Bill['status']>; issuedAt?: string; paidAt?: string },
  words: string,
) => ({
  sent,
  shown: sent.status === 'paid' ? { paidAt: new Date().toISOString(), ...sent } : sent,
  words,
})
