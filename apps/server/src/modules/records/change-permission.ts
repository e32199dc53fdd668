import type { AreaName } from '@steward/contract/areas/areas'
import { needsOfChange, type TypesOfUser } from '@steward/contract/areas/change-needs'
import { requirePermission } from '../../http/authorize.ts'
import { conflict } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { fieldOf } from './checks.ts'

/** A change of a user; `columns` has the new values. */
export type ColumnChange = 'delete' | 'restore' | { columns: object }

/** Throws a Failure `not_permitted` for a change of `user`, or `conflict` if no call makes it. */
export function requireChange(
  session: Session,
  area: AreaName,
  change: ColumnChange,
  user?: { type: TypesOfUser[number] },
): void {
  const columns = typeof change === 'string' ? {} : change.columns
  const fields = Object.keys(columns).map(fieldOf)
  const { type } = columns as Partial<typeof user & object>
  const types = user && [user.type, ...(type ? [type] : [])]
  const needs = needsOfChange(area, typeof change === 'string' ? change : { fields }, types)
  if (!needs) throw conflict('This kind of change can’t be undone.')
  for (const [need] of needs) requirePermission(session, need)
}
