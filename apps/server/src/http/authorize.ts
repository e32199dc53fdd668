import type { Route } from '@steward/contract/calls/route'
import {
  actionWords,
  holds,
  type Permission,
  permission,
  permissionName,
} from '@steward/contract/permissions/permissions'
import { nested, type Sentence, say } from '@steward/i18n/sentence'
import type { Loan } from '../db/write/loan.ts'
import { Failure, notPermitted } from './failure.ts'
import type { Session, Staff } from './session.ts'

/** Deny by default: refuses a call without the permission that its route names in `needs`. Throws `second_factor_missing` or `not_permitted`. */
export function authorize(
  session: Session,
  {
    needs,
    beforeSecondFactor,
    byItself,
    personal,
  }: Pick<Route, 'needs' | 'beforeSecondFactor' | 'byItself' | 'personal'>,
): void {
  if (session.key && personal) {
    throw notPermitted('This call is for people: a key has no profile, no sessions and no screen.')
  }
  if (session.secondFactorMissing && !beforeSecondFactor) {
    throw new Failure(
      'second_factor_missing',
      'Your role requires a second factor. Set one up in your profile to continue.',
    )
  }
  if (typeof needs === 'string') return
  if (needs.length === 1 && !byItself) requirePermission(session, needs[0])
  else requireAnyPermission(session, needs)
}

export function requireAnyPermission(
  staff: Pick<Staff, 'permissions'> & Partial<Pick<Session, 'loans' | 'lent'>>,
  needs: readonly [Permission, ...Permission[]],
): void {
  if (needs.some((permission) => hasPermission(staff, permission))) return
  if (!isLent(staff, needs)) denyPermission(needs[0])
}

/** The loans of any of these permissions. */
export const loansOf = ({ loans }: Pick<Staff, 'loans'>, needs: readonly Permission[]): Loan[] =>
  loans.filter(({ permission }) =>
    needs.some((each) => permissionName(each) === permissionName(permission)),
  )

/** Whether a loan lets a call through; what it changes is then held to the records of that loan (`db/write/loans.ts`). */
function isLent(
  { loans = [], lent }: Partial<Pick<Session, 'loans' | 'lent'>>,
  needs: readonly Permission[],
): boolean {
  const found = lent ? loansOf({ loans }, needs) : []
  lent?.push(...found.filter((loan) => !lent.includes(loan)))
  return found.length > 0
}

export const hasPermission = (staff: Pick<Staff, 'permissions'>, permission: Permission): boolean =>
  holds(staff.permissions, permission)

/** Requires a permission and counts its use; throws `not_permitted`. */
export function requirePermission(session: Session, permission: Permission): void {
  if (!hasPermission(session, permission) && !isLent(session, [permission])) {
    denyPermission(permission)
  }
  session.used(permission)
}

/** The name of a permission in messages, as `permissionWords` in English. */
export const nameOf = ({ module, submodule, action }: Permission): Sentence =>
  say('{module} · {submodule} · {action}', {
    module: nested(module),
    submodule: nested(submodule),
    action: nested(actionWords(action)),
  })

/** Throws `not_permitted`; its `data` names the permission, so that a screen can say who can grant it. */
export function denyPermission(permission: Permission): never {
  throw new Failure(
    'not_permitted',
    say(
      'You need the permission “{permission}” for this. An owner or somebody who can update roles can grant it.',
      { permission: nameOf(permission) },
    ),
    { data: { permission } },
  )
}

/** Step-up: requires a sign-in or proof within 10 minutes. Checked last, once the call has no other obstacle. */
export function requireStepUp({ steppedUp, key }: Session): void {
  if (steppedUp) return
  if (key) {
    throw notPermitted(
      'A key can’t do this: it changes who has access, which a person has to confirm.',
    )
  }
  throw new Failure(
    'step_up_required',
    'Please confirm that it’s you with your password or a passkey: this changes who has access, and you signed in more than 10 minutes ago.',
  )
}

const proposes = permission('System', 'Integrations', 'propose')

/** Refuses what would change something by the key of an agent: it only proposes, and people approve. */
export function denyWhatIsOnlyProposed(session: Session): void {
  if (!session.key || !hasPermission(session, proposes)) return
  throw notPermitted(
    'The role of this key may propose changes, so that it changes nothing by itself. Propose it at /mcp, for a person to approve.',
  )
}

export function denyWhileImpersonating({ impersonation }: Session): void {
  if (!impersonation) return
  throw notPermitted(
    say(
      'You are viewing as the role “{role}”, which is read-only. Exit this view to make changes.',
      { role: impersonation.name },
    ),
  )
}
