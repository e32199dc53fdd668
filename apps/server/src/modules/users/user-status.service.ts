import { permission } from '@steward/contract/permissions'
import { userSubmodule } from '@steward/contract/users'
import { write } from '../../db/write.ts'
import { need } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import { invalidField, notFound } from '../../http/refusals.ts'
import type { Handlers } from '../../http/routes.ts'
import { lockStandings } from '../access/authority.store.ts'
import { unlessTaken } from '../changing.ts'
import { counted } from '../words.ts'
import { inviteIfNeeded, type Tell, tellOfRestore } from './account-emails.ts'
import { applyToUsers, changeUser, type People, present, restoreUser } from './users.service.ts'
import { findUsers } from './users.store.ts'
import { userView } from './users.view.ts'

type Calls =
  | 'users.changeStatus'
  | 'users.setShoppingFeed'
  | 'users.delete'
  | 'users.restore'
  | 'users.assignRole'

const addressAgain = {
  users_email_key: {
    path: 'email',
    msg: 'Another account uses this e-mail address by now. Change that one first, then restore this one.',
  },
}

/** States of people, and roles for several at once (specification sections 4 and 7, Users). */
export function usersStates(people: People, tell: Tell): Handlers<Calls> {
  const { db, tellOwners } = people
  return {
    'users.changeStatus': async ({ params, session }) => {
      const data = await changeUser(people, session, params.id, {
        decide: ({ standings, target: { user } }) => {
          need(standings.session, permission('Users', userSubmodule[user.type], 'status'))
          return { status: user.status === 'active' ? 'inactive' : 'active' }
        },
      })
      const activated = data.status === 'active'
      const invited = activated ? await inviteIfNeeded(db, tell, data, session.user.name) : ''
      return { message: `${data.name} is ${data.status}${invited}`, data }
    },

    'users.setShoppingFeed': async ({ params, body, session }) => {
      const data = await changeUser(people, session, params.userId, {
        decide: ({ target: { user } }) =>
          user.shopping_feed_status === body.status
            ? undefined
            : { shopping_feed_status: body.status },
      })
      const words = data.shoppingFeedStatus === 'active' ? 'may use' : 'may not use'
      return { message: `${data.name} ${words} the shopping feed`, data }
    },

    'users.delete': async ({ params, session }) => {
      const data = await changeUser(people, session, params.id, {
        decide: ({ standings, target: { user } }) => {
          need(standings.session, permission('Users', userSubmodule[user.type], 'delete'))
          return { deleted_at: new Date().toISOString() }
        },
      })
      return { message: `${data.name} deleted`, data }
    },

    'users.restore': async ({ params, session }) => {
      const { data, back, notices } = await unlessTaken(
        write(db, { user: session.user.id }, async (writing) => {
          const standings = await lockStandings(writing, session, { users: [params.id] })
          const target = standings.person(params.id)
          if (!target) throw notFound('There is no such user.')
          const { user } = target
          need(standings.session, permission('Users', userSubmodule[user.type], 'delete'))
          const back = user.deleted_at !== null
          const notices = back ? await restoreUser(writing, standings, target) : []
          return { data: await present(writing.tx, user.id), back, notices }
        }),
        addressAgain,
      )
      for (const notice of notices) tellOwners(session, notice)
      const told = back ? await tellOfRestore(tell, data, session.user.name) : ''
      return { message: `${data.name} restored${told}`, data }
    },

    'users.assignRole': async ({ body, session }) => {
      const ids = [...new Set(body.users.map((id) => id.toLowerCase()))]
      const { users, notices } = await write(db, { user: session.user.id }, async (writing) => {
        const standings = await lockStandings(writing, session, { users: ids, roles: [body.role] })
        const role = standings.role(body.role)
        if (!role || role.status === 'deleted') throw notFound('There is no such role.')
        const targets = ids.map((id, i) => {
          const target = standings.person(id)
          if (!target || target.user.deleted_at !== null) {
            throw new Failure('not_found', 'One of these users does not exist any more.', {
              errors: [{ msg: 'There is no such user.', path: `users.${i}` }],
            })
          }
          if (target.user.type === 'admin') return target
          throw invalidField(`users.${i}`, `must be an admin, which ${target.user.name} is not`)
        })
        const others = targets.filter(({ user }) => user.role_id !== role.id)
        const notices = await applyToUsers(writing, standings, others, { role_id: role.id })
        return { users: await findUsers(writing.tx, ids), notices }
      })
      for (const notice of notices) tellOwners(session, notice)
      const who = `${counted(users.length, 'admin')} ${users.length === 1 ? 'has' : 'have'}`
      const name = users[0]?.role_name ?? ''
      return { message: `${who} the role “${name}”`, data: { users: users.map(userView) } }
    },
  }
}
