import { say } from '@steward/i18n/sentence'
import { parseProjection } from '../lists/scim-projection.rules.ts'
import { parseListQuery } from '../lists/scim-query.rules.ts'
import { badRequest, noSuchResource } from '../protocol/scim-error.ts'
import { etagOf } from '../protocol/scim-meta.ts'
import { readOperations } from '../protocol/scim-patch.rules.ts'
import { groupType } from '../protocol/scim-schemas.ts'
import { listOf, type ResourceHandlers, type ScimAnswer, type ScimCall } from '../scim-handler.ts'
import { maxMembers, readGroup } from './scim-group.rules.ts'
import { groupResource } from './scim-group.view.ts'
import {
  createScimGroup,
  patchScimGroup,
  removeScimGroup,
  replaceScimGroup,
} from './scim-groups.service.ts'
import {
  findMembers,
  findScimGroup,
  listScimGroups,
  type ScimGroupRow,
} from './scim-groups.store.ts'

/** How many members the groups of a list may have together. */
const maxListed = 20_000

/** `/Groups` (RFC 7644, 3). */
export const groupHandlers: ResourceHandlers = {
  list: async ({ base, provider, query, services: { db } }) => {
    const asked = parseListQuery(groupType, query)
    const { rows, total } = await listScimGroups(db, provider, asked)
    const ids = rows.map(({ id }) => id)
    const members =
      asked.projection.wants('members') && ids.length > 0
        ? await findMembers(db, ids, maxListed + 1)
        : []
    if (members.length > maxListed) {
      throw badRequest(
        'tooMany',
        say('These groups have more than {max} members. Ask with excludedAttributes=members.', {
          max: maxListed,
        }),
      )
    }
    const byGroup = Map.groupBy(members, ({ group_id }) => group_id)
    const resources = rows.map((row) =>
      asked.projection.of(groupResource(base, row, byGroup.get(row.id))),
    )
    return { body: listOf(resources, total, asked.startIndex) }
  },
  read: async (call) => {
    const row = await findScimGroup(call.services.db, call.provider, call.id)
    if (!row) throw noSuchResource()
    return await answer(call, row)
  },
  create: async (call) => {
    const row = await createScimGroup(call, readGroup(call.body))
    const location = `${call.base}/Groups/${row.id}`
    return { ...(await answer(call, row)), status: 201, location }
  },
  replace: async (call) =>
    await answer(call, await replaceScimGroup(call, call.id, readGroup(call.body))),
  patch: async (call) =>
    await answer(call, await patchScimGroup(call, call.id, readOperations(call.body))),
  remove: async (call) => {
    await removeScimGroup(call, call.id)
    return {}
  },
}

async function answer(
  { base, query, services: { db } }: ScimCall,
  row: ScimGroupRow,
): Promise<ScimAnswer> {
  const projection = parseProjection(groupType, query)
  const members = projection.wants('members')
    ? await findMembers(db, [row.id], maxMembers)
    : undefined
  return { etag: etagOf(row.version), body: projection.of(groupResource(base, row, members)) }
}
