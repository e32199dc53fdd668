import type { QueryOf } from '@steward/contract/endpoints'
import { permission } from '@steward/contract/permissions'
import type { EndpointName } from '@steward/contract/routes'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users'
import type { Pictures } from '../../files/pictures.ts'
import { holds, need } from '../../http/authorize.ts'
import { notFound } from '../../http/refusals.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Session } from '../../http/session.ts'
import type { Tell } from './account-emails.ts'
import { activityOf } from './activity.view.ts'
import { usersChanges } from './user-edit.service.ts'
import { usersStates } from './user-status.service.ts'
import type { People } from './users.service.ts'
import { findUser, listUsers, type UserRow } from './users.store.ts'
import { userView } from './users.view.ts'

/**
 * Users (specification section 7, Users).
 * @param settle writes the counts of requests that still wait in memory
 * @param tell what is told to people by mail
 */
export function usersHandlers(
  people: People,
  pictures: Pictures,
  settle: () => Promise<void>,
  tell: Tell,
): Handlers<Extract<EndpointName, `users.${string}`>> {
  const { db } = people
  const list = async (query: QueryOf<'users.list'>, types: readonly UserType[]) => {
    const { rows, pagination } = await listUsers(db, query, types)
    return { data: { users: rows.map(userView), pagination } }
  }
  /** A person whom who asks may look at. */
  const visible = async (id: string, session: Session): Promise<UserRow> => {
    const user = await findUser(db, id)
    if (!user) throw notFound('There is no such user.')
    need(session, permission('Users', userSubmodule[user.type], 'view'))
    return user
  }
  return {
    'users.listAdmins': ({ query }) => list(query, ['admin']),
    'users.listBusiness': ({ query }) => list(query, ['business']),
    'users.list': ({ query, session }) => {
      const listOf = (type: UserType) => permission('Users', userSubmodule[type], 'list')
      const types = userTypes.filter((type) => holds(session, listOf(type)))
      const [asked, ...more] = types.filter((type) => query.type?.includes(type) ?? true)
      // One that several permissions would let through hangs on none of them.
      if (asked && more.length === 0) need(session, listOf(asked))
      return list(query, types)
    },
    'users.details': async ({ params, session }) => ({
      data: userView(await visible(params.id, session)),
    }),
    'users.activity': async ({ params, session }) => {
      const user = await visible(params.id, session)
      await settle()
      return { data: await activityOf(db, user) }
    },
    ...usersChanges(people, pictures, tell),
    ...usersStates(people, tell),
  }
}
