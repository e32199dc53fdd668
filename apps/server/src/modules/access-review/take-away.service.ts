import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import type { Permission } from '@steward/contract/permissions/permissions'
import { write } from '../../db/write/write.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { mustExist } from '../roles/roles.rules.ts'
import { changeRoleIn, setsPermissions } from '../roles/roles.service.ts'
import { firstOfDays } from './access-review.store.ts'
import { refusalOf } from './take-away.rules.ts'
import { findOfRoles, type OfRole } from './take-away.store.ts'

type Changed = DataOf<'accessReview.takeAway'>['roles']

/** Takes permissions away from roles, all or none; throws a Failure. */
export const takeAway = (
  services: Services,
  session: Session,
  { permissions, unused }: BodyOf<'accessReview.takeAway'>,
): Promise<Changed> => setAll(services, session, permissions, { unused })

/** Gives permissions back to roles, all or none; throws a Failure. */
export const giveBack = (
  services: Services,
  session: Session,
  { permissions }: BodyOf<'accessReview.giveBack'>,
): Promise<Changed> => setAll(services, session, permissions, 'granted')

async function setAll(
  { db, notifyOwners }: Services,
  session: Session,
  named: readonly OfRole[],
  to: 'granted' | { unused: string },
): Promise<Changed> {
  const ofRoles = Map.groupBy(named, ({ role }) => role.toLowerCase())
  const { notices, roles } = await write(db, actorOf(session), async (writing) => {
    const ids = [...ofRoles.keys()].toSorted()
    // All at once, in their order, before any is changed.
    const { role } = await lockAuthorities(writing, session, { roles: ids })
    const roles = ids.map((id) => mustExist(role(id)))
    if (to !== 'granted') {
      const found = await findOfRoles(writing.tx, named, firstOfDays(to.unused), session.scope)
      for (const each of found) {
        const refusal = refusalOf(each, session)
        if (refusal) throw refusal
      }
    }
    const notices = []
    for (const id of ids) {
      const permissions = (ofRoles.get(id) ?? []).map((each) => each.permission as Permission)
      const sets = setsPermissions(permissions, to === 'granted')
      notices.push(...(await changeRoleIn(writing, session, id, sets)))
    }
    return { notices, roles }
  })
  for (const notice of notices) notifyOwners(session, notice)
  return roles.map(({ id, name }) => ({ _id: id, name }))
}
