import { metaOf } from '../protocol/scim-meta.ts'
import type { Resource } from '../protocol/scim-resource.rules.ts'
import { groupSchema } from '../protocol/scim-schemas.ts'
import type { MemberRow, ScimGroupRow } from './scim-groups.store.ts'

/** A group as a provider is told of it. @param members undefined where they aren't asked for */
export const groupResource = (
  base: string,
  row: ScimGroupRow,
  members?: readonly MemberRow[],
): Resource => ({
  schemas: [groupSchema],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.display_name,
  ...(members &&
    members.length > 0 && {
      members: members.map(({ id, name }) => ({
        value: id,
        $ref: `${base}/Users/${id}`,
        display: name,
        type: 'User',
      })),
    }),
  meta: metaOf(base, 'Group', row),
})
