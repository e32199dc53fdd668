import type { AreaName } from '@steward/contract/areas/areas'
import { needsOfChange, type TypesOfUser } from '@steward/contract/areas/change-needs'
import { requirePermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Session } from '../../http/session.ts'
import { fieldOf } from './checks.ts'

/** What becomes of a record; `columns` are those that change, with their new values. */
export type ColumnChange = 'delete' | 'restore' | { columns: object }

/**
 * Lets a change of a locked record go on where who makes it holds every permission that it needs.
 * @param user of a change of a user: who they are before it
 * @throws {Failure} `not_permitted`, naming the first permission that is missing; `conflict` for what no call changes
 */
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
  if (!needs) throw new Failure('conflict', 'This kind of change can’t be undone.')
  for (const [need] of needs) requirePermission(session, need)
}
