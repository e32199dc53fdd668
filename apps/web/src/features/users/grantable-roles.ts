import type { Permission } from '@steward/contract/permissions/permissions'
import type { Role } from '@steward/contract/roles/roles'
import type { Row } from '../../api/listing.ts'
import { listOf, textOf } from '../../api/read.ts'
import type { Choice } from '../../ui/list/screen/list-definition.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'

/**
 * The active roles that somebody may give to others: nobody can grant what they don't hold
 * themselves. The server has the last word.
 */
export function grantableRoles(roles: readonly Row<Role>[], can: Can): Choice[] {
  return roles
    .filter(({ record }) => record.status !== 'inactive' && record.status !== 'deleted')
    .filter(({ record }) =>
      listOf(record.permissions).every(({ module, submodules }) =>
        listOf(submodules).every(({ name, actions }) =>
          Object.entries(actions ?? {}).every(
            ([action, granted]) =>
              granted !== true || can({ module, submodule: name, action } as Permission),
          ),
        ),
      ),
    )
    .map(({ id, record }) => ({ value: id, label: textOf(record.name) ?? id }))
}
