import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listingOptions } from '../../api/listing-options.ts'
import type { SearchedChoices } from '../../ui/list/screen/list-definition.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** How many people are offered at once. */
const most = 10

/** Looks up everybody whom one may list. */
export const usePeople = (typed: string | null) => useFound('users.list', typed)

/** Looks up people who can sign in; of whoever may list admins. */
export const useStaff = (typed: string | null) => useFound('users.listAdmins', typed)

function useFound(
  call: 'users.list' | 'users.listAdmins',
  typed: string | null,
): SearchedChoices | null {
  const may = needsOf(call).some(useCan())
  const [search] = useDebouncedValue(typed?.trim() ?? '', 200)
  const query = { page: '1', limit: String(most), sort: 'name' }
  const { data, isPlaceholderData, isPending } = useQuery({
    ...listingOptions(call, search === '' ? query : { ...query, search }, 'users'),
    placeholderData: keepPreviousData,
    enabled: may && typed !== null,
    staleTime: 60_000,
  })
  if (!may) return null
  const choices = (data?.rows ?? []).map(({ id, record }) => ({
    value: id,
    label: [record.name ?? null, record.email ?? null].filter(Boolean).join(' · ') || id,
  }))
  return { choices, pending: isPending || isPlaceholderData || search !== typed?.trim() }
}
