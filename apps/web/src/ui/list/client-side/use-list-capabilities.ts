import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOwnApi } from '../../../api/config.ts'
import type { Row } from '../../../api/listing.ts'
import type { ListDefinition } from '../screen/list-definition.ts'
import { capabilitiesOf, type ListCapabilities, type Seen, seenIn } from './list-capabilities.ts'

/**
 * What can be asked of a list, by the records that are here. Of one that its server pages, what any page told counts
 * until the page is loaded anew; Steward's own server has all of it.
 * @param all the whole list, where it is here
 * @param rows those of the page
 */
export function useListCapabilities<T>(
  all: readonly Row<T>[] | null,
  rows: readonly Row<T>[],
  definition: ListDefinition<T>,
): ListCapabilities<T> {
  const seen = seenOf(useQueryClient(), definition.list.name)
  const ofAll = useMemo(() => (all?.length ? seenIn(all, definition) : null), [all, definition])
  if (!all && !isOwnApi()) seenIn(rows, definition, seen)
  const { size } = seen
  // The same object until more is told, so that no row is drawn anew.
  const ofPages = useMemo(() => (size > 0 ? new Set(seen) : null), [seen, size])
  const counts = all ? ofAll : ofPages
  return useMemo(() => capabilitiesOf(counts, definition), [counts, definition])
}

/** What the records of each list have told of. */
const lists = new WeakMap<QueryClient, Map<string, Seen>>()

function seenOf(client: QueryClient, name: string): Seen {
  const known = lists.get(client) ?? new Map<string, Seen>()
  lists.set(client, known)
  const seen = known.get(name) ?? new Set()
  known.set(name, seen)
  return seen
}
