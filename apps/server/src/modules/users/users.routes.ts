import type { QueryOf } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import { say } from '@steward/i18n/sentence'
import { requirePermission } from '../../http/authorize.ts'
import { invalidField, notFound } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { requireChange } from '../records/change-permission.ts'
import { changedColumns } from '../records/checks.ts'
import { requireSentShown, requireShown } from '../records/field-rules.ts'
import { notAmongRows } from '../records/not-among.ts'
import { firstCountedDay } from '../roles/permission-uses.store.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { inviteWithoutPassword, notifyOfEdit, notifyOfRestore } from './account-emails.ts'
import { findActivity } from './activity.store.ts'
import { createUser, editUser } from './user-edit.service.ts'
import { assignRole, restoreUser } from './user-status.service.ts'
import { purgeUser } from './users.bulk.ts'
import { changeUser } from './users.service.ts'
import {
  findUserIn,
  listUsers,
  type UserPatch,
  type UserRow,
  userListing,
  userView,
} from './users.store.ts'

/** Handlers of users (specification sections 4 and 7). */
export function usersHandlers(services: Services): HandlersOf<'users'> {
  const { db, snapshots, flushUses, countShown } = services
  const list = async (
    query: QueryOf<'users.list'>,
    types: readonly UserType[],
    session: Session,
  ) => {
    requireShown('users', query, session)
    const { rows, pagination } = await snapshots.read('users', session, query.asOf, (source) =>
      listUsers(source, query, types),
    )
    await countShown(session, rows)
    return { data: { users: rows.map((row) => userView(row)), pagination } }
  }
  /** Finds a user; throws a Failure `not_found` or `not_permitted`. */
  const visible = async (
    id: string,
    session: Session,
    { asOf, deleted }: Partial<QueryOf<'users.details'>> = {},
  ): Promise<UserRow> => {
    const all = deleted === 'all'
    const records = await snapshots.records(session, asOf)
    const user = await findUserIn(records, id, all)
    if (!user) {
      throw notFound(
        all
          ? 'There is no such user. They may have been deleted permanently.'
          : 'There is no such user.',
      )
    }
    const view = permission('Users', userSubmodule[user.type], 'view')
    requirePermission(session, view)
    if (!(await records.isFor(userListing, user.id, view))) throw notAmongRows('users', view, [])
    return user
  }
  return {
    'users.listAdmins': ({ query, session }) => list(query, ['admin'], session),
    'users.listBusiness': ({ query, session }) => list(query, ['business'], session),
    'users.list': ({ query, session }) => {
      const types = listedTypes(session)
      const [asked, ...more] = types.filter((type) => query.type?.includes(type) ?? true)
      // For several types, one permission alone can't decide.
      if (asked && more.length === 0) {
        requirePermission(session, permission('Users', userSubmodule[asked], 'list'))
      }
      return list(query, types, session)
    },
    'users.details': async ({ params, query, session }) => ({
      data: userView(await visible(params.id, session, query)),
    }),
    'users.activity': async ({ params, session }) => {
      const user = await visible(params.id, session)
      await flushUses()
      return { data: await findActivity(db, user, firstCountedDay()) }
    },
    'users.create': async ({ body, files, session }) => {
      requirePermission(session, permission('Users', userSubmodule[body.type], 'create'))
      const data = await createUser(services, { body, files, session })
      const invited = await inviteWithoutPassword(services, data, session.user.name)
      const { name } = data
      const message = invited
        ? say('{name} created. {invited}', { name, invited })
        : say('{name} created', { name })
      return { message, data }
    },
    'users.update': async ({ params, body, files, session }) => {
      if (body.id !== undefined && body.id.toLowerCase() !== params.id.toLowerCase()) {
        throw invalidField('id', 'must be the _id in the address of the call')
      }
      const { user, before } = await editUser(services, { params, body, files, session })
      const by = session.user.name
      const invited = await notifyOfEdit(services, before, user, by)
      const { name } = user
      const message = invited
        ? say('{name} saved. {invited}', { name, invited })
        : say('{name} saved', { name })
      return { message, data: user }
    },
    'users.changeStatus': async ({ params, session }) => {
      const data = await changeUser(services, session, params.id, (change) => {
        const { user } = change.target
        const patch: UserPatch = { status: user.status === 'active' ? 'inactive' : 'active' }
        requireChange(change.authorities.session, 'users', { columns: patch }, user)
        return patch
      })
      const activated = data.status === 'active'
      const by = session.user.name
      const invited = activated ? await inviteWithoutPassword(services, data, by) : undefined
      const { name, status } = data
      const message = invited
        ? say('{name} is active. {invited}', { name, invited })
        : say('{name} is {status, select, active {active} other {inactive}}', { name, status })
      return { message, data }
    },
    'users.setShoppingFeed': async ({ params, body, session }) => {
      const data = await changeUser(services, session, params.userId, ({ target: { user } }) => {
        requireSentShown('users', user, { shoppingFeedStatus: body.status }, session)
        return changedColumns(user, { shopping_feed_status: body.status })
      })
      const { name } = data
      const message =
        data.shoppingFeedStatus === 'active'
          ? say('Shopping feed of {name} opened', { name })
          : say('Shopping feed of {name} closed', { name })
      return { message, data }
    },
    'users.delete': async ({ params, session }) => {
      const data = await changeUser(services, session, params.id, (change) => {
        requireChange(change.authorities.session, 'users', 'delete', change.target.user)
        return { deleted_at: new Date().toISOString() }
      })
      return { message: say('{name} deleted', { name: data.name }), data }
    },
    'users.restore': async ({ params, session }) => {
      const { user, restored } = await restoreUser(services, session, params.id)
      const told = restored ? await notifyOfRestore(services, user, session.user.name) : undefined
      const { name } = user
      const message = told
        ? say('{name} restored. {told}', { name, told })
        : say('{name} restored', { name })
      return { message, data: user }
    },
    'users.purge': async ({ params, session }) => {
      const name = await purgeUser(db, session, params.id)
      return { message: say('{name} deleted permanently', { name }), data: {} }
    },
    'users.assignRole': async ({ body, session }) => {
      const users = await assignRole(services, session, body)
      return {
        message: say('{count, plural, one {# admin has} other {# admins have}} the role “{role}”', {
          count: users.length,
          role: users[0]?.role_name ?? '',
        }),
        data: {
          users: users.map((row) => userView(session.scope?.withoutHidden('users', row) ?? row)),
        },
      }
    },
  }
}
