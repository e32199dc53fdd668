import type { Bill } from '@steward/contract/bills/bills'
import type { Db } from '../../db/connection/connection.ts'
import { peekBillNumber } from '../../db/write/bill-numbers.ts'
import { write } from '../../db/write/write.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import {
  changedColumns,
  checkVersion,
  findLiveOrThrow,
  idsOf,
  mapUniqueViolation,
  violates,
} from '../records/checks.ts'
import { detailsOf } from '../records/details.ts'
import { findNamedPerson } from '../records/named-person.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { createBill } from './bills.create.ts'
import { billDeletion } from './bills.deletion.ts'
import { billColumns, mustBeDueAfterIssue, mustBePaidInTime } from './bills.rules.ts'
import { type BillRow, billListing, findBill, listBills, sumBills } from './bills.store.ts'
import { billView } from './bills.view.ts'

type Names =
  | 'list'
  | 'details'
  | 'totals'
  | 'nextNumber'
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'purge'

/** Bills (specification section 7, Other areas). */
export function billsHandlers(db: Db, snapshots: Snapshots): Handlers<`bills.${Names}`> {
  const present = async (from: Db, id: string) => billView((await findBill(from, id)) as BillRow)
  return {
    'bills.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read('bills', session, query.asOf, (source) =>
        listBills(source, query),
      )
      return { data: { bills: rows.map(billView), pagination } }
    },
    'bills.details': detailsOf<BillRow, Bill>(snapshots, {
      table: 'bills',
      one: 'bill',
      listing: () => billListing,
      view: billView,
    }),
    'bills.totals': async ({ query, session }) => ({
      data: {
        totals: await snapshots.read('bills', session, query.asOf, (source) =>
          sumBills(source, query),
        ),
      },
    }),
    'bills.nextNumber': async () => ({ data: { number: await peekBillNumber(db) } }),
    'bills.create': async ({ body: { data: fields }, session }) => {
      const create = () =>
        write(db, actorOf(session), async (writing) =>
          present(writing.tx, await createBill(writing, fields)),
        )
      const work = create().catch((error: unknown) => {
        // Somebody has given another bill the next number by hand meanwhile: this one gets the one after it.
        if (fields.number === undefined && violates(error, 'bills_number_key')) return create()
        throw error
      })
      const bill = await mapUniqueViolation(work, numberTaken(fields.number))
      return { data: bill, message: `Bill ${bill.number} created.` }
    },
    'bills.update': async ({ params, body: { data: fields }, session }) => {
      const work = write(db, actorOf(session), async ({ tx, lock, update }) => {
        const bill = findLiveOrThrow(await lock('bills', idsOf(params.id)), 'bill')
        await checkVersion(fields.version, bill, () => present(tx, bill.id))
        const now = new Date()
        mustBeDueAfterIssue(bill, fields)
        mustBePaidInTime(bill, fields, now)
        const payer = await findNamedPerson(tx, bill.payer_id, fields.payer, 'data.payer')
        const patch = changedColumns(bill, billColumns(bill, fields, payer, now))
        if (patch) await update('bills', [bill], patch)
        return await present(tx, bill.id)
      })
      const bill = await mapUniqueViolation(work, numberTaken(fields.number))
      return { data: bill, message: 'Bill saved.' }
    },
    ...billDeletion.handlers(db),
  }
}

const numberTaken = (number = '') => ({
  bills_number_key: {
    path: 'data.number',
    msg: `Another bill already has the number ${number}.`,
  },
})
