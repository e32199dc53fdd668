import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { listOf } from '../../api/read.ts'

/** Milliseconds that typing pauses for before it is searched. */
const pause = 120

/** What is typed, once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}

/**
 * Searches all areas for what is typed. A search that a newer one takes the place of is cancelled, and its answer counts
 * no more.
 */
export function useEverywhere(typed: string) {
  const search = usePaused(typed.trim())
  const has = useHasCall('search.everywhere')
  const query = useQuery({
    queryKey: ['search.everywhere', search],
    queryFn: async ({ signal }) => {
      const { data } = await call('search.everywhere', { query: { search }, signal })
      return { search, results: listOf(data?.results), left: listOf(data?.left) }
    },
    enabled: has && search !== '',
    placeholderData: keepPreviousData,
    // What is found may change at any moment.
    staleTime: 5_000,
    retry: false,
  })
  return { ...query, has, isCurrent: query.data?.search === typed.trim() }
}
