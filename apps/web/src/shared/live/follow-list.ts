import type { Query, QueryClient } from '@tanstack/react-query'
import type { Listing, ListQuery } from '../../api/listing.ts'
import { followRows } from '../../ui/list/live/live-rows.ts'
import { shownRows } from '../../ui/list/screen/use-list-data.ts'

/** The question of a page that a screen shows now; undefined for any other query. */
export function shownPage(query: Query): ListQuery<unknown>['queryFn'] | undefined {
  const observer = query.observers.find(({ options }) => options.meta === shownRows)
  // Whoever shows a page made its options by `listOptions`.
  return observer?.options.queryFn as ListQuery<unknown>['queryFn'] | undefined
}

/**
 * Loads a page that is shown, and has its rows follow.
 * @param deleted ids of records that are known to be deleted
 * @returns whether it was done; else something else has changed the page meanwhile
 */
export async function followList(
  client: QueryClient,
  query: Query,
  deleted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const load = shownPage(query)
  const shown = query.state.data as Listing<unknown> | undefined
  if (!load || !shown) return true
  if (query.state.fetchStatus !== 'idle') return false
  const fresh = await load({ signal })
  const { data, fetchStatus } = query.state
  if (data !== shown || fetchStatus !== 'idle') return false
  client.setQueryData<Listing<unknown>>(query.queryKey, followRows(shown, fresh, deleted))
  return true
}
