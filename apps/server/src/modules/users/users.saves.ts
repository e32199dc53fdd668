import type { BodyOf } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permissions'
import { userSubmodule } from '@steward/contract/users/users'
import { requirePermission, requireStepUp } from '../../http/authorize.ts'
import { unsafe } from '../../http/failure.ts'
import { requireChange } from '../records/change-permission.ts'
import { checkVersion, mapUniqueViolation } from '../records/checks.ts'
import type { Saves } from '../records/saves.ts'
import { addressTaken, insertUser, patchOf, requireUserPermission } from './user-edit.service.ts'
import { mustExist } from './users.rules.ts'
import { applyToUsers, lockPerson, present } from './users.service.ts'

/** What a job creates and changes of users, without passwords and pictures. */
export const userSaves: Saves = {
  create: async (writing, session, { id, sent }) => {
    const body = sent as BodyOf<'users.create'>
    requirePermission(session, permission('Users', userSubmodule[body.type], 'create'))
    const work = insertUser(writing, session, { id, body, picture: null })
    const { authorities, role } = await mapUniqueViolation(work, addressTaken)
    if (role?.system) requireStepUp(authorities.session)
    return body.type === 'admin' ? [{ id, did: 'activated' }] : []
  },
  update: async (writing, session, { id, sent }) => {
    const body = sent as BodyOf<'users.update'>
    const roles = body.role ? [body.role] : []
    const { authorities, target } = await lockPerson(writing, session, id, roles)
    const { user } = mustExist(target)
    requireUserPermission({ authorities }, user.type, 'update')
    await checkVersion(body.version, user, () => present(writing.tx, id, session.scope))
    const patch = patchOf(body, user, undefined)
    if (!patch) return []
    if ('email' in patch && user.id === session.user.id) {
      throw unsafe('Change your own e-mail address in your profile.')
    }
    requireChange(authorities.session, 'users', { columns: patch }, user)
    await mapUniqueViolation(applyToUsers(writing, authorities, [target], patch), addressTaken)
    return [{ id, did: 'edited', before: user }]
  },
}
