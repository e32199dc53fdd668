import { permission } from '@steward/contract/permissions'
import { type User, userSubmodule } from '@steward/contract/users'
import type { Updateable } from 'kysely'
import type { UsersTable } from '../../db/tables.ts'
import { write } from '../../db/write.ts'
import type { Pictures } from '../../files/pictures.ts'
import { mustHaveSteppedUp, need } from '../../http/authorize.ts'
import { pictureOf } from '../../http/picture-text.ts'
import { invalidField } from '../../http/refusals.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { lockStandings } from '../access/authority.store.ts'
import { mustKnowPassword } from '../auth/own-password.ts'
import { mustBeStrong } from '../auth/password-policy.ts'
import { hashPassword } from '../auth/passwords.ts'
import { differing, mustBeCurrent, unlessTaken } from '../changing.ts'
import { inviteIfNeeded, type Tell } from './account-emails.ts'
import { addPassword } from './accounts.store.ts'
import { mustFitType, mustMayGive } from './users.rules.ts'
import { changeUser, ownerNotice, type People, present } from './users.service.ts'
import { findUser } from './users.store.ts'

const address = {
  users_email_key: {
    path: 'email',
    msg: 'Another account uses this e-mail address already. Choose another address.',
  },
}

/** Creating and editing people (specification section 7, Users; contract, Rules). */
export function usersChanges(
  people: People,
  pictures: Pictures,
  tell: Tell,
): Handlers<'users.create' | 'users.update'> {
  const { db, tellOwners } = people
  /** Whether a body gives the person signed in another address; then it must hold their password. */
  const mustKnowOwn = async (
    session: Session,
    id: string,
    { email, currentPassword }: { email?: string | null; currentPassword?: string },
  ): Promise<boolean> => {
    if (email === undefined || id.toLowerCase() !== session.user.id) return false
    const self = await findUser(db, session.user.id)
    if (self?.email === email) return false
    if (!currentPassword) {
      throw invalidField('currentPassword', 'is needed to change your own e-mail address')
    }
    await mustKnowPassword(db, session, currentPassword, 'currentPassword')
    return true
  }

  return {
    'users.create': async ({ body, files: { image }, session }) => {
      need(session, permission('Users', userSubmodule[body.type], 'create'))
      const id = newId()
      if (body.password) mustBeStrong(body.password, body.email)
      let owner = false
      const passwordHash = body.password ? await hashPassword(body.password) : null
      const data = await pictures.keep(image, session.user.id, (url) =>
        unlessTaken(
          write(db, { user: session.user.id }, async (writing) => {
            const roles = body.role ? [body.role] : []
            const standings = await lockStandings(writing, session, { roles })
            const role = body.role ? mustMayGive(standings, standings.role(body.role)) : null
            mustFitType({ type: body.type, email: body.email, role })
            const user = {
              id,
              name: body.name,
              email: body.email,
              type: body.type,
              phone: body.phone ?? null,
              role_id: role?.id ?? null,
              status: body.status ?? ('active' as const),
              shopping_feed_status: body.shoppingFeedStatus ?? ('active' as const),
              image: pictureOf(url, body.image, null) ?? null,
              business_name: body.businessName ?? null,
              location: body.location ?? null,
              about: body.about ?? null,
              last_active_at: null,
              deleted_at: null,
            }
            await writing.insert('users', [user])
            if (passwordHash) await addPassword(writing.tx, id, passwordHash)
            const made = await present(writing.tx, id)
            owner = role?.system === true
            if (owner) mustHaveSteppedUp(standings.session)
            return made
          }),
          address,
        ),
      )
      if (owner) tellOwners(session, ownerNotice({ ...data, id }))
      const invited = await inviteIfNeeded(db, tell, data, session.user.name)
      return { message: `${data.name} created${invited}`, data }
    },

    'users.update': async ({ params, body, files: { image }, session }) => {
      if (body.id !== undefined && body.id.toLowerCase() !== params.id.toLowerCase()) {
        throw invalidField('id', 'must be the _id in the address of the call')
      }
      const knowsOwn = await mustKnowOwn(session, params.id, body)
      let before: Pick<User, 'name' | 'email' | 'type' | 'status'> | undefined
      const data = await pictures.keep(image, session.user.id, (url) =>
        unlessTaken(
          changeUser(people, session, params.id, {
            roles: body.role ? [body.role] : [],
            decide: async ({ standings, target, tx }) => {
              const { user } = target
              before = user
              need(standings.session, permission('Users', userSubmodule[user.type], 'update'))
              await mustBeCurrent(body.version, user, () => present(tx, user.id))
              const type = body.type ?? user.type
              const patch: Updateable<UsersTable> | undefined = differing(user, {
                name: body.name,
                email: body.email,
                phone: body.phone,
                type: body.type,
                role_id: roleOf(body.role, type),
                status: body.status,
                shopping_feed_status: body.shoppingFeedStatus,
                image: pictureOf(url, body.image, user.image),
                business_name: body.businessName,
                location: body.location,
                about: body.about,
              })
              if (patch?.email !== undefined && user.id === session.user.id && !knowsOwn) {
                throw invalidField('currentPassword', 'is needed to change your own e-mail address')
              }
              if (patch?.type)
                need(standings.session, permission('Users', userSubmodule[type], 'update'))
              if (patch?.status)
                need(standings.session, permission('Users', userSubmodule[user.type], 'status'))
              if (patch?.shopping_feed_status)
                need(standings.session, permission('Users', 'Shopping feed', 'update'))
              return patch
            },
          }),
          address,
        ),
      )
      const by = session.user.name
      const moved = before?.email !== data.email
      if (moved && before?.type === 'admin' && before.email) {
        tell.moved({ ...before, email: before.email }, by)
      }
      const activated = before?.status !== 'active' && data.status === 'active'
      const isNew = moved || activated || before?.type !== 'admin'
      const invited = isNew ? await inviteIfNeeded(db, tell, data, by) : ''
      return { message: `${data.name} saved${invited}`, data }
    },
  }
}

/** A role that is sent; empty counts as none, and whoever is no admin any more has none. */
function roleOf(sent: string | null | undefined, type: User['type']): string | null | undefined {
  if (sent) return sent.toLowerCase()
  return sent === undefined && type === 'admin' ? undefined : null
}
