import { tableOf } from '../../db/schema/tables.ts'
import type { Loan } from '../../db/write/loan.ts'
import type { Scope } from '../../db/write/scope.ts'
import { Failure, notPermitted } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'
import type { StaffRow } from '../authentication/staff-row.store.ts'
import { findGranter, findStaffRow, type StaffServices, staffView } from './staff.store.ts'

/** Finds an active admin with permissions, for work outside requests; undefined for others. */
export async function findActiveStaff(
  services: StaffServices,
  userId: string,
): Promise<Staff | undefined> {
  const row = await findStaffRow(services.db, userId)
  return row && staffView(row, services.scopeOf, await loansIn(services, row))
}

/** What is on loan to somebody at this moment. */
export const loansIn = async (
  services: StaffServices,
  { loans }: Pick<StaffRow, 'loans'>,
): Promise<Loan[]> => (loans ? await withinGranters(services, JSON.parse(loans)) : [])

/**
 * Loans as far as they go: nobody does under a loan what who granted it may not do at this moment. A loan has those of its
 * records that its permission is for where they have it; one of none isn't returned.
 */
export async function withinGranters(
  services: StaffServices,
  loans: readonly Loan[],
): Promise<Loan[]> {
  const kept: Loan[] = []
  for (const [person, some] of Map.groupBy(loans, ({ grantedBy }) => grantedBy._id)) {
    const granter = await findGranter(services, person)
    if (!granter) continue
    const { scope } = granter
    if (!scope) {
      kept.push(...some)
      continue
    }
    for (const loan of some) {
      const { area, ids: lent, permission } = loan
      const ids = lent && (await scope.permittedOf(services.db, tableOf(area), lent, permission))
      if (ids?.length !== 0) kept.push({ ...loan, ids, requireGranterMay: refusing(scope) })
    }
  }
  return kept
}

const refusing =
  (scope: Scope): NonNullable<Loan['requireGranterMay']> =>
  async (tx, changes) => {
    for (const [table, some] of Map.groupBy(changes, (change) => change.table)) {
      const former = some.flatMap(({ before }) => before ?? [])
      const seen = await scope.seenOf(tx, table, former)
      if (seen.length < former.length) throw beyond()
    }
    await scope.requireMayChange(tx, changes, false).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'not_permitted' ? beyond() : error
    })
  }

const beyond = () => notPermitted('Who granted this to you may not do it themselves.')
