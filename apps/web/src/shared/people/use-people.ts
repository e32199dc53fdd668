import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { listingOptions } from '../../api/listing-options.ts'
import type { SearchedChoices } from '../../ui/list/definition/list-definition.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** Looks up people by what is typed (null asks nothing); where that is empty, those of the filters `unsearched`. */
export function useFoundPeople(
  typed: string | null,
  of: {
    call?: 'users.list' | 'users.listAdmins'
    unsearched?: Readonly<Record<string, string>> | null
  } = {},
) {
  const { call = 'users.list', unsearched = {} } = of
  const may = needsOf(call).some(useCan())
  const wanted = typed?.trim() ?? ''
  const [search] = useDebouncedValue(wanted, 200)
  const asked = search ? { search } : unsearched
  const { data, isPlaceholderData, isPending } = useQuery({
    ...listingOptions(call, { page: '1', limit: '10', sort: 'name', ...asked }),
    placeholderData: keepPreviousData,
    enabled: may && typed !== null && asked !== null,
    staleTime: 60_000,
  })
  return {
    may,
    people: typed !== null && asked && data ? data.rows : [],
    pending: isPending || isPlaceholderData || search !== wanted,
  }
}

export const personWords = ({ name, email }: User): string =>
  [name, email].filter(Boolean).join(' · ')

function useChoices(
  call: 'users.list' | 'users.listAdmins',
  typed: string | null,
): SearchedChoices | null {
  const { may, people, pending } = useFoundPeople(typed, { call })
  if (!may) return null
  return {
    choices: people.map(({ id, record }) => ({ value: id, label: personWords(record) || id })),
    pending,
  }
}

export const usePeople = (typed: string | null) => useChoices('users.list', typed)

/** Searches people who can sign in; works if the person may list admins. */
export const useStaff = (typed: string | null) => useChoices('users.listAdmins', typed)
