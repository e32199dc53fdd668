import type { BodyOf } from '@steward/contract/calls/endpoints'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import type { TemporaryRole } from '@steward/contract/loans/loans'
import { permission } from '@steward/contract/permissions/permissions'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import type { AuditEvent } from '../../db/write/audit-lines.ts'
import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, invalidField, notFound, unsafe } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { isId, newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { requireFor } from '../records/record-permission.ts'
import { lockAuthorities, type UserRecord } from '../roles/authority.store.ts'
import { mustHoldRole } from '../roles/roles.rules.ts'
import { mustDecideHere, mustExist, mustNotOutrank, requireMayGive } from '../users/users.rules.ts'
import { lockPerson } from '../users/users.service.ts'
import {
  countHeld,
  endTemporaryRole,
  findHolderOf,
  findTemporaryRole,
  insertTemporaryRole,
} from './temporary-roles.store.ts'

type Work = Pick<Services, 'db'>

const dayMs = 86_400_000

/** The entry of the audit log about a temporary role, in the account of who has it. */
const eventOf = ({ id, name }: Pick<UserRecord, 'id' | 'name'>, detail: string): AuditEvent => ({
  action: 'update',
  area: 'accounts',
  record: { id, title: name },
  detail,
})

/** The record of the person isn't changed, so that nothing else asks what the permission is for. */
const requireUpdate = (db: Db, session: Session, { id, name }: UserRecord): Promise<void> =>
  requireFor(db, session, [permission('Users', 'Admins', 'update')], {
    area: 'users',
    id,
    title: name,
  })

/**
 * Gives a person a further role until a time, by the rules by which roles are given.
 * @throws {Failure} `not_permitted` for a role that grants more than one's own, `conflict` beyond the limit at once
 */
export async function giveUntil(
  { db }: Work,
  session: Session,
  id: string,
  { role: roleId, until, reason }: BodyOf<'temporaryRoles.give'>,
): Promise<{ name: string; given: TemporaryRole }> {
  const left = Date.parse(until) - Date.now()
  if (left <= 0) throw invalidField('until', 'must be a time to come')
  if (left > loanLimits.roleDays * dayMs) {
    throw invalidField('until', say('must be within {days} days', { days: loanLimits.roleDays }))
  }
  if (!isId(id)) throw notFound('There is no such user.')
  return await write(db, actorOf(session), async (writing) => {
    const { tx, note } = writing
    const { authorities, target } = await lockPerson(writing, session, id, [roleId])
    const { user } = mustExist(target)
    await requireUpdate(tx, authorities.session, user)
    if (user.type !== 'admin' || user.service) {
      throw invalidField('role', 'can only be given to an admin who is a person')
    }
    if (user.id === session.user.id) throw unsafe('Somebody else has to give you a further role.')
    mustNotOutrank(authorities, target)
    const role = requireMayGive(authorities, authorities.role(roleId))
    if (role.system)
      throw invalidField('role', 'can’t be the role of owners, which nobody has for a time only')
    mustHoldRole(authorities, role)
    mustDecideHere(authorities, target, { type: user.type, role })
    if (user.role_id === role.id) {
      throw conflict(say('{name} has this role already.', { name: user.name }))
    }
    if ((await countHeld(tx, user.id)) >= loanLimits.rolesAtOnce) {
      throw conflict(
        say('{name} has {max} temporary roles, which is the maximum. End one first.', {
          name: user.name,
          max: loanLimits.rolesAtOnce,
        }),
      )
    }
    requireStepUp(session)
    const row = { id: newId(), user_id: user.id, role_id: role.id, until, reason }
    const by = { given_by: session.user.id, given_by_name: session.user.name }
    await insertTemporaryRole(tx, { ...row, ...by })
    note(eventOf(user, `Role “${role.name}” until ${until}. ${reason}`))
    return { name: user.name, given: (await findTemporaryRole(tx, row.id)) as TemporaryRole }
  })
}

/** Ends a temporary role before its time, by the rules by which it was given. */
export async function endForHolder(
  { db }: Work,
  session: Session,
  id: string,
): Promise<TemporaryRole> {
  const none = () => notFound('There is no such temporary role.')
  const holder = isId(id) ? await findHolderOf(db, id) : undefined
  if (!holder) throw none()
  return await write(db, actorOf(session), async (writing) => {
    const { tx, note } = writing
    const authorities = await lockAuthorities(writing, session, { users: [holder.user_id] })
    const target = authorities.person(holder.user_id)
    // Whoever doesn't see the person is told no more than of an id that is none.
    if (!target) throw none()
    const { user } = mustExist(target)
    if (user.id !== session.user.id) {
      await requireUpdate(tx, authorities.session, user)
      mustNotOutrank(authorities, target)
    }
    const ended = await endTemporaryRole(tx, id, session.user)
    const row = await findTemporaryRole(tx, id)
    if (!row) throw none()
    if (!ended) throw conflict('This role has ended already.')
    note(eventOf(user, `Role “${row.role.name}” ended before its time`))
    return row
  })
}
