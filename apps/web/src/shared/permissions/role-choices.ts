import { useQuery } from '@tanstack/react-query'
import { wholeListOptions } from '../../api/listing-options.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** The roles to filter by, by name; none where listing isn't permitted, null while they are loading. */
export function useRoleFilter(enabled = true): readonly Choice[] | null {
  const may = needsOf('roles.list').some(useCan())
  const { data, isLoading } = useQuery({
    ...wholeListOptions('roles.list', { sort: 'name' }),
    enabled: may && enabled,
    staleTime: 60_000,
  })
  if (isLoading) return null
  return (data?.rows ?? []).map(({ id, record }) => ({ value: id, label: record.name ?? id }))
}
