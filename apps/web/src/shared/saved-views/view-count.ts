import { routes } from '@steward/contract/calls/routes'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import { numberOf } from '../../api/answers/read.ts'
import { isSparing } from '../../api/browser/connection.ts'
import { send } from '../../api/client.ts'
import { searchOf } from '../../ui/links/url-params.ts'
import { listOfDeleted, listOfPast } from '../../ui/list/definition/deleted-and-past.ts'
import { type ListSpec, listFields } from '../../ui/list/definition/list-spec.ts'
import { sentQuery, stateOf } from '../../ui/list/url/list-codec.ts'
import { lists } from '../lists/lists.ts'

/** How many counts may be under way at once. */
const maxRunning = 2
/** How often is looked whether a count is due, and the least time between two of one view, in milliseconds. */
const pauseMs = 250
const minAgeMs = 3_000

function queryOf(view: SavedView) {
  const spec: ListSpec = lists[view.list]
  const search = searchOf(listFields(spec))(view.search)
  const { deleted, asOf } = search as { deleted?: string; asOf?: string }
  const shown = deleted === 'only' ? listOfDeleted(spec) : spec
  const list = asOf === undefined ? shown : listOfPast(shown, asOf)
  const query = sentQuery({ ...stateOf(search, list), limit: 1 }, list)
  return { ...query, limit: '1', page: '1', total: 'only' }
}

/**
 * How many records a view has; null where that can’t be told or is too dear. Its key is the area’s, so that changes there
 * mark it, and no list’s, so that it isn’t taken for rows.
 */
export const countOptions = (view: SavedView) => {
  const { call } = lists[view.list]
  const query = queryOf(view)
  return queryOptions({
    queryKey: [`${call.split('.')[0]}.viewCount`, { call, ...query }] as const,
    queryFn: async ({ signal }): Promise<number | null> => {
      try {
        const { data, pagination } = await send(routes[call], { query, signal })
        // Beside the records, or beside `data` where those are a plain array.
        const { pagination: within } = (data ?? {}) as { pagination?: unknown }
        const said = (within ?? pagination) as { total?: unknown; exact?: unknown } | undefined
        return said?.exact === false ? null : numberOf(said?.total)
      } catch {
        return null
      }
    },
    // It is counted by `keepCounting`, in turns.
    enabled: false,
    staleTime: 0,
    gcTime: 600_000,
  })
}

/**
 * Counts views (`total=only`) in turns, again after changes, not while hidden or saving data.
 * @returns a function that stops
 */
export function keepCounting(client: QueryClient, views: readonly SavedView[]): () => void {
  const all = new Map(views.map(countOptions).map((each) => [hashKey(each.queryKey), each]))
  const counted = (hash: string) => client.getQueryCache().get(hash)?.state
  const isDue = (hash: string) => counted(hash)?.data === undefined || counted(hash)?.isInvalidated
  const due = new Set([...all.keys()].filter(isDue))
  let running = 0

  const run = () => {
    if (document.hidden || isSparing()) return
    for (const hash of due) {
      const options = all.get(hash)
      const last = counted(hash)?.dataUpdatedAt ?? 0
      if (running >= maxRunning) return
      if (!options || Date.now() - last < minAgeMs) continue
      due.delete(hash)
      running += 1
      void client.fetchQuery(options).finally(() => {
        running -= 1
        run()
      })
    }
  }
  run()
  const timer = setInterval(run, pauseMs)
  const stop = client.getQueryCache().subscribe((event) => {
    if (
      event.type === 'updated' &&
      event.action.type === 'invalidate' &&
      all.has(event.query.queryHash)
    )
      due.add(event.query.queryHash)
  })
  return () => {
    clearInterval(timer)
    due.clear()
    stop()
  }
}
