import { parseProjection } from '../lists/scim-projection.rules.ts'
import { parseListQuery } from '../lists/scim-query.rules.ts'
import { noSuchResource } from '../protocol/scim-error.ts'
import { etagOf } from '../protocol/scim-meta.ts'
import { readOperations } from '../protocol/scim-patch.rules.ts'
import { readResource } from '../protocol/scim-resource.rules.ts'
import { userType } from '../protocol/scim-schemas.ts'
import { findGroupsOf } from '../provisioning/scim-memberships.store.ts'
import { listOf, type ResourceHandlers, type ScimAnswer, type ScimCall } from '../scim-handler.ts'
import { userResource } from './scim-user.view.ts'
import {
  createScimUser,
  deleteScimUser,
  patchScimUser,
  replaceScimUser,
} from './scim-users.service.ts'
import { findScimUser, listScimUsers, type ScimUserRow } from './scim-users.store.ts'

/** `/Users` (RFC 7644, 3). */
export const userHandlers: ResourceHandlers = {
  list: async ({ base, provider, query, services: { db } }) => {
    const asked = parseListQuery(userType, query)
    const { rows, total } = await listScimUsers(db, provider, asked)
    const ids = rows.map(({ id }) => id)
    const groups =
      asked.projection.wants('groups') && ids.length > 0
        ? Map.groupBy(await findGroupsOf(db, ids), ({ user_id }) => user_id)
        : undefined
    const resources = rows.map((row) =>
      asked.projection.of(userResource(base, row, groups?.get(row.id))),
    )
    return { body: listOf(resources, total, asked.startIndex) }
  },
  read: async (call) => {
    const row = await findScimUser(call.services.db, call.provider, call.id)
    if (!row) throw noSuchResource()
    return await answer(call, row)
  },
  create: async (call) => {
    const row = await createScimUser(call, readResource(userType, call.body))
    const location = `${call.base}/Users/${row.id}`
    return { ...(await answer(call, row)), status: 201, location }
  },
  replace: async (call) =>
    await answer(call, await replaceScimUser(call, call.id, readResource(userType, call.body))),
  patch: async (call) =>
    await answer(call, await patchScimUser(call, call.id, readOperations(call.body))),
  remove: async (call) => {
    await deleteScimUser(call, call.id)
    return {}
  },
}

async function answer(
  { base, query, services: { db } }: ScimCall,
  row: ScimUserRow,
): Promise<ScimAnswer> {
  const projection = parseProjection(userType, query)
  const groups = projection.wants('groups') ? await findGroupsOf(db, [row.id]) : undefined
  return { etag: etagOf(row.version), body: projection.of(userResource(base, row, groups)) }
}
