import { z } from 'zod'
import { billsRoutes as routes } from './bills.routes.ts'
import { endpoint } from './endpoint.ts'
import { currency, minorUnits, recordFields, time } from './fields.ts'
import { bound, byCurrency, byId, listQuery, oneOf, pagination } from './listing.ts'

/** The states of a bill. */
export const billStatuses = ['draft', 'due', 'paid', 'overdue', 'void'] as const

/** What somebody owes or has paid. */
export const bill = z
  .object({
    ...recordFields,
    number: z.string(),
    title: z.string(),
    payer: z
      .object({ _id: z.string().nullable(), name: z.string() })
      .meta({ description: '_id is null for somebody without an account' }),
    amount: minorUnits,
    currency,
    status: z.enum(billStatuses),
    issuedAt: time.nullable(),
    dueAt: time.nullable(),
    paidAt: time.nullable(),
    notes: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'Bill' })

/** What somebody owes or has paid. */
export type Bill = z.output<typeof bill>

/** The query of the bill list; `from` and `to` bound `dueAt`. */
export const billsQuery = listQuery({
  sorts: ['createdAt', 'dueAt', 'amount', 'number'],
  filters: {
    status: oneOf(billStatuses),
    currency: byCurrency(),
    payer: byId(),
    from: bound('from'),
    to: bound('to'),
  },
})

/** Bills (specification section 7, Other areas). */
export const billsEndpoints = {
  'bills.list': endpoint(routes['bills.list'], {
    summary: 'Bills',
    query: billsQuery,
    data: z.object({ bills: z.array(bill), pagination }),
  }),
}
