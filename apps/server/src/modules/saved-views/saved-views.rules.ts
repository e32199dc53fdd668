import type { BodyOf } from '@steward/contract/calls/endpoints'
import { maxViews } from '@steward/contract/saved-views/saved-views'
import { shareNeeds } from '@steward/contract/saved-views/saved-views.routes'
import { type ViewedList, viewedListNeeds } from '@steward/contract/saved-views/viewed-lists'
import { say } from '@steward/i18n/sentence'
import { hasPermission, requirePermission } from '../../http/authorize.ts'
import { conflict, invalidField, notFound } from '../../http/failure.ts'
import type { Session, Staff } from '../../http/session.ts'
import type { Asker, Siblings, ViewRow } from './saved-views.store.ts'

/** Whose views to show; somebody who previews a role sees its views and not their own. */
export const askerOf = (session: Session): Asker => ({
  user: session.user.id,
  role: (session.impersonation ?? session.role).id,
  own: session.impersonation === null,
  mayShare: hasPermission(session, shareNeeds),
})

export const maySeeList = (staff: Staff, list: ViewedList): boolean =>
  (viewedListNeeds[list] ?? []).some((need) => hasPermission(staff, need))

/** Throws a Failure `not_found` without a view, or where the person may not see its list. */
export function mustSee(session: Session, view: ViewRow | undefined): ViewRow {
  if (view && maySeeList(session, view.list)) return view
  throw notFound('This view no longer exists. It may have just been deleted.')
}

export type Audience = Pick<ViewRow, 'scope' | 'role_id' | 'is_default'>

/** The new audience of a view; throws a Failure `invalid`. */
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
  // A default view is no longer the default when it is shared with other people.
  const same = scope === was.scope && role_id === was.role_id
  const is_default = sent.isDefault ?? (same && was.is_default)
  return { scope, role_id, is_default }
}

/** Throws a Failure `not_permitted` without the permission to share and change shared views. */
export function requireMayShare(session: Session, ...scopes: ViewRow['scope'][]): void {
  if (scopes.some((scope) => scope !== 'me')) requirePermission(session, shareNeeds)
}

/** Throws a Failure `invalid` where somebody makes another person's view private. */
export function requireMayOwn({ user }: Asker, view: ViewRow, scope: ViewRow['scope']): void {
  if (scope !== 'me' || view.scope === 'me' || view.created_by === user) return
  throw invalidField('scope', 'can be “me” only for views you created')
}

/** Throws a Failure `not_permitted` unless the view is one's own or one may share views. */
export function requireMayDelete(session: Session, { user }: Asker, view: ViewRow): void {
  if (view.created_by !== user) requireMayShare(session, view.scope)
}

/** Throws a Failure `conflict` where the number of views is at the limit. */
export function mustHaveRoom({ scope }: Pick<Siblings, 'scope'>, count: number): void {
  if (scope === 'me' && count >= maxViews.own) {
    throw conflict(
      say('You already have {max} saved views, the maximum. Delete one first.', {
        max: maxViews.own,
      }),
    )
  }
  if (scope !== 'me' && count >= maxViews.shared) {
    throw conflict(
      say('There are already {max} shared views, the maximum. Delete one first.', {
        max: maxViews.shared,
      }),
    )
  }
}
