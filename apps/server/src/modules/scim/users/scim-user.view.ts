import { metaOf } from '../protocol/scim-meta.ts'
import type { Resource } from '../protocol/scim-resource.rules.ts'
import { enterpriseSchema, userSchema } from '../protocol/scim-schemas.ts'
import type { GroupOf } from '../provisioning/scim-memberships.store.ts'
import { sentResource } from './scim-account.rules.ts'
import type { ScimUserRow } from './scim-users.store.ts'

/** A person as a provider is told of them, without their groups and `meta`; a PATCH changes this. */
export const sentUserOf = (row: ScimUserRow): Resource => ({
  schemas: [userSchema, ...(enterpriseSchema in row.attributes ? [enterpriseSchema] : [])],
  id: row.id,
  ...sentResource(row),
  active: row.status !== 'inactive',
})

/** A person as a provider is told of them. @param groups undefined where they aren't asked for */
export const userResource = (
  base: string,
  row: ScimUserRow,
  groups?: readonly GroupOf[],
): Resource => ({
  ...sentUserOf(row),
  ...(groups &&
    groups.length > 0 && {
      groups: groups.map(({ id, display_name }) => ({
        value: id,
        $ref: `${base}/Groups/${id}`,
        display: display_name,
        type: 'direct',
      })),
    }),
  meta: metaOf(base, 'User', row),
})
