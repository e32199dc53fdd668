import type { Db } from '../../db/connection.ts'
import type { Handlers } from '../../http/routes.ts'
import { listBills } from './bills.store.ts'
import { billView } from './bills.view.ts'

/** Bills (specification section 7, Other areas). */
export function billsHandlers(db: Db): Handlers<'bills.list'> {
  return {
    'bills.list': async ({ query }) => {
      const { rows, pagination } = await listBills(db, query)
      return { data: { bills: rows.map(billView), pagination } }
    },
  }
}
