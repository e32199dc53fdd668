import type { BodyOf } from '@steward/contract/endpoints'
import type { Db } from '../../db/connection.ts'
import { write } from '../../db/write.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import {
  changedColumns,
  checkVersion,
  findLiveOrThrow,
  idsOf,
  mapUniqueViolation,
} from '../records.ts'
import type { Pasts } from '../time-travel.service.ts'
import { billDeletion } from './bills.deletion.ts'
import { billColumns, mustBeDueAfterIssue } from './bills.rules.ts'
import { type BillRow, findBill, findPayerName, listBills, sumBills } from './bills.store.ts'
import { billView } from './bills.view.ts'

type Names = 'list' | 'totals' | 'update' | 'delete' | 'restore' | 'purge'

/** Bills (specification section 7, Other areas). */
export function billsHandlers(db: Db, pasts: Pasts): Handlers<`bills.${Names}`> {
  const present = async (from: Db, id: string) => billView((await findBill(from, id)) as BillRow)
  return {
    'bills.list': async ({ query }) => {
      const { rows, pagination } = await pasts.read('bills', query.asOf, (view) =>
        listBills(view, query),
      )
      return { data: { bills: rows.map(billView), pagination } }
    },
    'bills.totals': async ({ query }) => ({
      data: {
        totals: await pasts.read('bills', query.asOf, (view) => sumBills(view, query)),
      },
    }),
    'bills.update': async ({ params, body: { data: fields }, session }) => {
      const work = write(db, actorOf(session), async ({ tx, lock, update }) => {
        const bill = findLiveOrThrow(await lock('bills', idsOf(params.id)), 'bill')
        await checkVersion(fields.version, bill, () => present(tx, bill.id))
        mustBeDueAfterIssue(bill, fields)
        const payer = await payerOf(tx, bill.payer_id, fields.payer)
        const patch = changedColumns(bill, billColumns(bill, fields, payer, new Date()))
        if (patch) await update('bills', [bill], patch)
        return await present(tx, bill.id)
      })
      return { data: await mapUniqueViolation(work, numberTaken), message: 'The bill is saved.' }
    },
    ...billDeletion.handlers(db),
  }
}

const numberTaken = {
  bills_number_key: { path: 'data.number', msg: 'Another bill has this number already.' },
}

/** Who is to pay, where that was sent: a user by their `_id`, or somebody by name alone. */
async function payerOf(
  db: Db,
  present: string | null,
  sent: BodyOf<'bills.update'>['data']['payer'],
): Promise<{ id: string | null; name: string } | undefined> {
  if (!sent) return undefined
  if (sent._id === null) return { id: null, name: sent.name ?? '' }
  if (sent._id === present) return undefined
  const name = await findPayerName(db, sent._id)
  if (name !== undefined) return { id: sent._id, name }
  const msg = 'There is no such user; they may just have been deleted.'
  throw new Failure('invalid', msg, { errors: [{ path: 'data.payer', msg }] })
}
