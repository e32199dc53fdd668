import type { QueryOf } from '@steward/contract/endpoints'
import { permission } from '@steward/contract/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users'
import type { Db } from '../../db/connection.ts'
import { holds, refuse } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { isId } from '../../ids.ts'
import { findUser, listUsers } from './users.store.ts'
import { userView } from './users.view.ts'

/** Users (specification section 7, Users). */
export function usersHandlers(
  db: Db,
): Handlers<'users.listAdmins' | 'users.listBusiness' | 'users.list' | 'users.details'> {
  const list = async (query: QueryOf<'users.list'>, types: readonly UserType[]) => {
    const { rows, pagination } = await listUsers(db, query, types)
    return { data: { users: rows.map(userView), pagination } }
  }
  return {
    'users.listAdmins': ({ query }) => list(query, ['admin']),
    'users.listBusiness': ({ query }) => list(query, ['business']),
    'users.list': ({ query, session }) =>
      list(
        query,
        userTypes.filter((type) =>
          holds(session, permission('Users', userSubmodule[type], 'list')),
        ),
      ),
    'users.details': async ({ params, session }) => {
      const user = isId(params.id) ? await findUser(db, params.id) : undefined
      if (!user) throw new Failure('not_found', 'There is no such user.')
      const view = permission('Users', userSubmodule[user.type], 'view')
      if (!holds(session, view)) refuse(view)
      return { data: userView(user) }
    },
  }
}
