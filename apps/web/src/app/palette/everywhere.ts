import { useDebouncedValue } from '@mantine/hooks'
import { areas } from '@steward/contract/areas/areas'
import type { FoundRecord } from '@steward/contract/lists/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'
import { iconOf } from '../areas.ts'
import { addressOf, type PaletteGroup } from './option.ts'

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

/** The server's results by area; those without a known area or address are left out. */
export const foundGroups = (results: readonly FoundRecord[], can: Can): PaletteGroup[] =>
  [...Map.groupBy(results, ({ area }) => area)].map(([area, records]) => ({
    label: areas[area].title,
    options: records.map((found) => ({
      id: `${area} ${found._id}`,
      label: found.title,
      icon: createElement(iconOf(area), { 'aria-hidden': true, size: '1rem', stroke: 1.75 }),
      found,
      to: addressOf(
        { area, id: found._id, type: found.type, deleted: Boolean(found.deletedAt) },
        can,
      ),
    })),
  }))
