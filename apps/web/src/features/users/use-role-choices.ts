import { permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'
import { needed } from '../../shared/people/user-types.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { assignableRoles, roleChoicesOptions } from './users.queries.ts'

/** The roles that the person may give to an admin, by name; empty until they are loaded. */
export function useAssignableRoles(): Choice[] {
  const can = useCan()
  const may = can(needed('admin', 'update')) || can(needed('admin', 'create'))
  const { data } = useQuery({ ...assignableRoles, enabled: may })
  return choicesOf(data?.rows)
}

/** The roles to filter by, by name; empty if the person may not list them, null while loading. */
export function useRoleChoices(): Choice[] | null {
  // i18n-ignore: the names of a permission
  const may = useCan()(permission('Roles', 'Roles', 'list'))
  const { data, isLoading } = useQuery(roleChoicesOptions(may))
  return isLoading ? null : choicesOf(data?.rows)
}

export const choicesOf = (rows: readonly Row<Role>[] | undefined): Choice[] =>
  (rows ?? []).map(({ id, record }) => ({
    value: id,
    label: record.name ?? t('Unnamed role'),
  }))
