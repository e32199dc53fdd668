import type { Bill } from '@steward/contract/bills/bills'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'
import { useChange } from '../../shared/records/use-change.ts'
import { reloadTotals } from './bills.queries.ts'

/** Bills, as they are deleted and restored. */
export const billDeletion: Deletable<Bill> = {
  area: 'bills',
  name: (bill) => textOf(bill.number) ?? 'this bill',
  changed: (client) => void reloadTotals(client),
}

/** What a change of a bill without its form sends. */
type Sent = { status: Bill['status']; issuedAt?: string; paidAt?: string }

/** Gives a bill another status at once, and says so in `words` where the server says nothing. */
export function useChangeBill(): (bill: DeepPartial<Bill>, fields: Sent, words: string) => void {
  const change = useChange<Bill>({
    area: 'bills',
    named: 'bill',
    changed: (client) => void reloadTotals(client),
  })
  return (bill, fields, words) =>
    change(bill, billDeletion.name(bill), {
      shown: {
        ...fields,
        ...(fields.status === 'paid' && { paidAt: fields.paidAt ?? new Date().toISOString() }),
      },
      send: (id, version) =>
        call('bills.update', { params: { id }, body: { data: { ...fields, ...version } } }),
      words,
    })
}
