import type { BodyOf } from '@steward/contract/calls/endpoints'
import { maxViews } from '@steward/contract/lists/saved-views'
import { shareNeeds } from '@steward/contract/lists/saved-views.routes'
import { type ViewedList, viewedListNeeds } from '@steward/contract/lists/viewed-lists'
import { hasPermission, requirePermission } from '../../http/authorize.ts'
import { invalidField } from '../../http/common-failures.ts'
import { Failure } from '../../http/failure.ts'
import type { Session, Staff } from '../../http/session.ts'
import type { Asker, Siblings, ViewRow } from './saved-views.store.ts'

/** Somebody who previews a role sees that role's views, and none of their own. */
export const askerOf = (session: Session): Asker => ({
  user: session.user.id,
  role: (session.impersonation ?? session.role).id,
  own: session.impersonation === null,
  mayShare: hasPermission(session, shareNeeds),
})

export const maySeeList = (staff: Staff, list: ViewedList): boolean =>
  (viewedListNeeds[list] ?? []).some((need) => hasPermission(staff, need))

/** @throws {Failure} `not_found`, also where the person may not see its list */
export function mustSee(session: Session, view: ViewRow | undefined): ViewRow {
  if (view && maySeeList(session, view.list)) return view
  throw new Failure('not_found', 'This view no longer exists. It may have just been deleted.')
}

export type Audience = Pick<ViewRow, 'scope' | 'role_id' | 'is_default'>

/** The new audience of a view. @throws {Failure} `invalid` */
export function audienceOf(
  sent: Pick<BodyOf<'savedViews.update'>, 'scope' | 'role' | 'isDefault'>,
  was: Audience,
): Audience {
  const scope = sent.scope ?? was.scope
  if (scope !== 'role' && sent.role) {
    throw invalidField('role', 'is only for views shared with a role')
  }
  const role_id = scope === 'role' ? (sent.role ?? was.role_id) : null
  if (scope === 'role' && role_id === null) throw invalidField('role', 'is required')
  if (scope === 'me' && sent.isDefault) {
    throw invalidField('isDefault', 'is only for shared views')
  }
  // A default for some people does not become one for others.
  const same = scope === was.scope && role_id === was.role_id
  const is_default = sent.isDefault ?? (same && was.is_default)
  return { scope, role_id, is_default }
}

/** Sharing and changing shared views take a permission. @throws {Failure} `not_permitted` */
export function mustMayShare(session: Session, ...scopes: ViewRow['scope'][]): void {
  if (scopes.some((scope) => scope !== 'me')) requirePermission(session, shareNeeds)
}

/** @throws {Failure} `invalid` for taking another person's view for oneself */
export function mustMayOwn({ user }: Asker, view: ViewRow, scope: ViewRow['scope']): void {
  if (scope !== 'me' || view.scope === 'me' || view.created_by === user) return
  throw invalidField('scope', 'can be “me” only for views you created')
}

/** The author may delete without the permission to share. @throws {Failure} `not_permitted` */
export function mustMayDelete(session: Session, { user }: Asker, view: ViewRow): void {
  if (view.created_by !== user) mustMayShare(session, view.scope)
}

/** @throws {Failure} `conflict` at the limit */
export function mustHaveRoom({ scope }: Pick<Siblings, 'scope'>, count: number): void {
  if (scope === 'me' && count >= maxViews.own) {
    throw new Failure(
      'conflict',
      `You already have ${maxViews.own} saved views, the maximum. Delete one first.`,
    )
  }
  if (scope !== 'me' && count >= maxViews.shared) {
    throw new Failure(
      'conflict',
      `There are already ${maxViews.shared} shared views, the maximum. Delete one first.`,
    )
  }
}
