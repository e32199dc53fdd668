import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'

/** Milliseconds that typing pauses for before it is searched. */
const pause = 120

/**
 * Searches all areas for what is typed. A search that a newer one takes the place of is cancelled, and its answer counts
 * no more.
 */
export function useEverywhere(typed: string) {
  const [paused] = useDebouncedValue(typed.trim(), pause)
  const search = typed.trim() === '' ? '' : paused
  const has = useHasCall('search.everywhere')
  const query = useQuery({
    queryKey: ['search.everywhere', search],
    queryFn: async ({ signal }) => {
      const { data } = await call('search.everywhere', { query: { search }, signal })
      return { search, results: data.results, left: data.left }
    },
    enabled: has && search !== '',
    placeholderData: keepPreviousData,
    // What is found may change at any moment.
    staleTime: 5_000,
    retry: false,
  })
  return { ...query, has, isCurrent: query.data?.search === typed.trim() }
}
