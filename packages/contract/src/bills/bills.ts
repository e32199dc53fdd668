import { z } from 'zod'
import { listings } from '../areas/listings.ts'
import { change, creation, recordCalls, recordSchema, sentShape } from '../areas/records.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { pageOf } from '../lists/listing.ts'
import { component, currency } from '../values/fields.ts'
import { instant } from '../values/instant.ts'
import { billsRoutes as routes } from './bills.routes.ts'

const { statuses } = listings.bills

export const bill = recordSchema('bills', 'Bill', { version: z.int() })
export type Bill = z.output<typeof bill>

const sent = sentShape('bills', {
  paidAt: instant().nullable().meta({
    description:
      'When a bill was paid that is, or becomes, `paid`: not in the future, not before `issuedAt`. Left out or null: as it is, else now. It follows the status: ignored, and cleared, with any other one',
  }),
})

export const billTotal = component('BillTotal', {
  status: z.enum(statuses),
  currency,
  count: z.int(),
  amount: z.string().optional().meta({
    description:
      'The sum in minor units, as decimal digits: it may be past what a number holds. Left out where the amount is hidden',
  }),
})
export type BillTotal = z.output<typeof billTotal>

const calls = recordCalls('bills', 'a bill', bill, pageOf('bills', bill), { restore: ['taken'] })

/** The calls of bills (specification section 7, Other areas). */
export const billsEndpoints = endpointsOf(routes, {
  ...calls,
  'bills.totals': {
    summary: 'Sums of the bills that the same query lists, by status and currency',
    query: calls['bills.list'].query,
    data: z.object({ totals: z.array(billTotal) }),
  },
  'bills.nextNumber': {
    summary: 'The number that a new bill without one would get now; it is not kept for anybody',
    data: z.object({ number: z.string() }),
  },
  'bills.create': {
    summary: 'Create a bill, as a draft unless said otherwise',
    body: z.object({ data: creation('bills', sent) }),
    data: bill,
    status: 201,
    errors: ['taken'],
  },
  'bills.update': {
    summary:
      'Change a bill; paid sets its time of payment, to `paidAt` or now, any other status clears it; a draft that becomes due is issued',
    body: z.object({ data: change(sent) }),
    data: bill,
    errors: ['out_of_date', 'taken'],
  },
})
