import { say } from '@steward/i18n/sentence'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { opensCalls, permissionOfLoan } from './loans.rules.ts'
import { ask, decline, end, grant, seeingReader, visibleLoan, withdraw } from './loans.service.ts'
import { countWaitingFor, type LoanRow, listLoans, loansTo } from './loans.store.ts'
import { lentRecords, loanView } from './loans.view.ts'

/** Handlers of permissions on loan (docs/decisions/0076-power-on-loan.md). */
export function loansHandlers(services: Services): HandlersOf<'loans'> {
  const { db } = services
  return {
    'loans.list': async ({ query, session }) => {
      const { rows, pagination } = await listLoans(
        db,
        query,
        await seeingReader(db, session, 'all'),
      )
      return { data: { loans: rows.map((row) => loanView(row, session)), pagination } }
    },
    'loans.own': async ({ session }) => {
      const [rows, toDecide] = await Promise.all([
        session.impersonation ? [] : loansTo(db, session.user.id),
        seeingReader(db, session, 'waiting').then((reader) => countWaitingFor(db, reader)),
      ])
      // Of what goes on in the table, that which who granted it may do themselves.
      const active = rows.filter(({ id }) => session.loans.some((loan) => loan.id === id))
      const declined = rows.filter((row) => row.status === 'declined').slice(0, 10)
      const shown = (some: readonly LoanRow[]) => some.map((row) => loanView(row, session))
      return { data: { loans: shown(active), declined: shown(declined), toDecide } }
    },
    'loans.details': async ({ params: { id }, session }) => {
      const row = await visibleLoan(db, session, id)
      const records = await lentRecords(db, row, session)
      return {
        data: { loan: loanView(row, session), records, opens: opensCalls(permissionOfLoan(row)) },
      }
    },
    'loans.ask': async ({ body, session }) => {
      const row = await ask(services, session, body)
      return {
        message: 'Asked. Colleagues who have this permission can grant it.',
        data: loanView(row, session),
      }
    },
    'loans.grant': async ({ params: { id }, body, session }) => {
      const row = await grant(services, session, id, body)
      return {
        message: say('Granted to {name}', { name: row.user_name }),
        data: loanView(row, session),
      }
    },
    'loans.decline': async ({ params: { id }, body, session }) => {
      const row = await decline(services, session, id, body.reason)
      return { message: 'Request declined', data: loanView(row, session) }
    },
    'loans.withdraw': async ({ params: { id }, session }) => ({
      message: 'Request withdrawn',
      data: loanView(await withdraw(services, session, id), session),
    }),
    'loans.end': async ({ params: { id }, session }) => ({
      message: 'Loan ended',
      data: loanView(await end(services, session, id), session),
    }),
  }
}
