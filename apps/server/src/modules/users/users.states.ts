import { permission } from '@steward/contract/permissions'
import { userSubmodule } from '@steward/contract/users'
import type { Db } from '../../db/connection.ts'
import { write } from '../../db/write.ts'
import { need } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import { invalidField, notFound } from '../../http/refusals.ts'
import type { Handlers } from '../../http/routes.ts'
import { unlessTaken } from '../changing.ts'
import { lockStandings } from '../permissions/standing.store.ts'
import { counted } from '../words.ts'
import { applyToUsers, changeUser, present } from './change-user.ts'
import { mustNotOutrank } from './users.rules.ts'
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
export function usersStates(db: Db): Handlers<Calls> {
  return {
    'users.changeStatus': async ({ params, session }) => {
      const data = await changeUser(db, session, params.id, {
        decide: ({ standings, target: { user } }) => {
          need(standings.session, permission('Users', userSubmodule[user.type], 'status'))
          return { status: user.status === 'active' ? 'inactive' : 'active' }
        },
      })
      return { message: `${data.name} is ${data.status}`, data }
    },

    'users.setShoppingFeed': async ({ params, body, session }) => {
      const data = await changeUser(db, session, params.userId, {
        decide: ({ target: { user } }) =>
          user.shopping_feed_status === body.status
            ? undefined
            : { shopping_feed_status: body.status },
      })
      const words = data.shoppingFeedStatus === 'active' ? 'may use' : 'may not use'
      return { message: `${data.name} ${words} the shopping feed`, data }
    },

    'users.delete': async ({ params, session }) => {
      const data = await changeUser(db, session, params.id, {
        decide: ({ standings, target: { user } }) => {
          need(standings.session, permission('Users', userSubmodule[user.type], 'delete'))
          return { deleted_at: new Date().toISOString() }
        },
      })
      return { message: `${data.name} deleted`, data }
    },

    'users.restore': async ({ params, session }) => {
      const data = await unlessTaken(
        write(db, { user: session.user.id }, async (writing) => {
          const standings = await lockStandings(writing, session, { users: [params.id] })
          const target = standings.person(params.id)
          if (!target) throw notFound('There is no such user.')
          const { user, role } = target
          need(standings.session, permission('Users', userSubmodule[user.type], 'delete'))
          if (user.deleted_at !== null) {
            mustNotOutrank(standings, target)
            // A role that has been deleted since can't come back with one of its people.
            const roleless = role?.status === 'deleted' ? { role_id: null } : {}
            await writing.update('users', [user], { deleted_at: null, ...roleless })
          }
          return await present(writing.tx, user.id)
        }),
        addressAgain,
      )
      return { message: `${data.name} restored`, data }
    },

    'users.assignRole': async ({ body, session }) => {
      const ids = [...new Set(body.users.map((id) => id.toLowerCase()))]
      const users = await write(db, { user: session.user.id }, async (writing) => {
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
        await applyToUsers(writing, standings, others, { role_id: role.id })
        return await findUsers(writing.tx, ids)
      })
      const who = `${counted(users.length, 'admin')} ${users.length === 1 ? 'has' : 'have'}`
      const name = users[0]?.role_name ?? ''
      return { message: `${who} the role “${name}”`, data: { users: users.map(userView) } }
    },
  }
}
