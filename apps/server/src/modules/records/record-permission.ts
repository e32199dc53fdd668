import type { AreaName } from '@steward/contract/areas/areas'
import { lentArea } from '@steward/contract/loans/lendable'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Db } from '../../db/connection/connection.ts'
import { tableOf } from '../../db/schema/tables.ts'
import { hasPermission, loansOf } from '../../http/authorize.ts'
import type { Session } from '../../http/session.ts'
import { notAmongRows } from './not-among.ts'

type Asking = Pick<Session, 'permissions' | 'scope' | 'loans' | 'lent'>

interface Asked {
  area: AreaName
  id: string
}

/** Whether roles permit somebody a permission on a record that they see. */
export async function permits(
  db: Db,
  session: Pick<Session, 'permissions' | 'scope'>,
  permission: Permission,
  { area, id }: Asked,
): Promise<boolean> {
  if (!hasPermission(session, permission)) return false
  const { scope } = session
  return !scope || (await scope.permittedOf(db, tableOf(area), [id], permission)).length > 0
}

/** Lets a call through by a loan of a permission on a record; whether there is one. */
function isLentFor({ loans, lent }: Asking, permission: Permission, { id }: Asked): boolean {
  const loan = lent && loansOf({ loans }, [permission]).find(({ ids }) => ids?.includes(id))
  if (loan && !lent.includes(loan)) lent.push(loan)
  return loan != null
}

/**
 * Requires that a permission which let a call through is for a record that is seen, where no change of the record itself
 * asks that; throws a Failure `not_permitted`.
 * @param needs any one of them is enough
 */
export async function requireFor(
  db: Db,
  session: Asking,
  needs: readonly [Permission, ...Permission[]],
  record: Asked & { title: string },
): Promise<void> {
  for (const each of needs) if (await permits(db, session, each, record)) return
  if (needs.some((each) => isLentFor(session, each, record))) return
  // A loan alone let the call through, and holds it to its records.
  if (!needs.some((each) => hasPermission(session, each))) return
  const [permission] = needs
  const { area, id, title } = record
  throw notAmongRows(area, permission, lentArea(permission) ? [{ _id: id, title }] : [])
}
