import { permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { listingOptions } from '../../api/listing-options.ts'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** How many categories are loaded to choose from. */
export const maxCategories = 100

/** The first hundred categories by name; empty until loaded, or where listing isn't permitted. */
export const useCategoryChoices = (): Choice[] => useCategoryFilter() ?? []

/** The same categories for a filter; null while they are loading. */
export function useCategoryFilter(enabled = true): Choice[] | null {
  // i18n-ignore: the names of a permission
  const may = useCan()(permission('Catalogue', 'Categories', 'list'))
  const { data, isLoading } = useQuery({
    ...listingOptions('categories.list', { page: '1', limit: String(maxCategories), sort: 'name' }),
    enabled: may && enabled,
    staleTime: 60_000,
  })
  if (isLoading) return null
  return (data?.rows ?? []).map(({ id, record }) => ({
    value: id,
    label: record.name ?? id,
  }))
}
