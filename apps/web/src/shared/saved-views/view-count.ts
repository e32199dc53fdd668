import { routes } from '@steward/contract/calls/routes'
import type { SavedView } from '@steward/contract/lists/saved-views'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '../../api/client.ts'
import { isSparing } from '../../api/connection.ts'
import { numberOf } from '../../api/read.ts'
import { sentQuery, stateOf } from '../../ui/list/url/list-codec.ts'
import { listOfDeleted } from '../../ui/list/url/list-source.ts'
import { type ListSpec, listFields } from '../../ui/list/url/list-spec.ts'
import { searchOf } from '../../ui/page/search-fields.ts'
import { lists } from '../list/lists.ts'

/** Counts that are under way at once, and the least between two of one view in milliseconds. */
const most = 2
const least = 3_000

function queryOf(view: SavedView) {
  const spec: ListSpec = lists[view.list]
  const search = searchOf(listFields(spec))(view.search)
  const { deleted, asOf } = search as { deleted?: string; asOf?: string }
  const shown = deleted === 'only' ? listOfDeleted(spec) : spec
  const state = stateOf(search, shown)
  return {
    ...sentQuery({ ...state, limit: 1 }, shown),
    ...(deleted === 'only' && { deleted }),
    ...(asOf !== undefined && { asOf }),
    limit: '1',
    page: '1',
    total: 'only',
  }
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
        return numberOf(((within ?? pagination) as { total?: unknown } | undefined)?.total)
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

type Counted = ReturnType<typeof countOptions>

/**
 * Counts views (`total=only`) in turns, again after changes, not while hidden or saving data.
 * @returns a function that stops
 */
export function keepCounting(client: QueryClient, views: readonly SavedView[]): () => void {
  const all = new Map<string, Counted>(
    views.map((view) => {
      const options = countOptions(view)
      return [JSON.stringify(options.queryKey), options]
    }),
  )
  const due = new Map<string, number>()
  const ending = new AbortController()
  const { signal } = ending
  let running = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    clearTimeout(timer)
    if (signal.aborted || document.hidden || isSparing()) return
    const now = Date.now()
    for (const [key, at] of due) {
      if (running >= most) return
      const options = all.get(key)
      if (at > now || !options) continue
      due.delete(key)
      running += 1
      void client.fetchQuery(options).finally(() => {
        running -= 1
        run()
      })
    }
    if (due.size > 0) timer = setTimeout(run, Math.max(50, Math.min(...due.values()) - now))
  }
  const want = (key: string) => {
    const options = all.get(key)
    if (!options || due.has(key)) return
    const last = client.getQueryState(options.queryKey)?.dataUpdatedAt ?? 0
    due.set(key, last === 0 ? 0 : Math.max(Date.now() + 200, last + least))
    run()
  }
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate')
      want(JSON.stringify(event.query.queryKey))
  })
  for (const [key, { queryKey }] of all) {
    const state = client.getQueryState(queryKey)
    if (state?.data === undefined || state.isInvalidated) want(key)
  }
  document.addEventListener('visibilitychange', run, { signal })
  window.addEventListener('online', run, { signal })
  return () => {
    ending.abort()
    clearTimeout(timer)
    stop()
  }
}
