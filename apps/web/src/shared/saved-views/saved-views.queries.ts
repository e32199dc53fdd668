import type { BodySent } from '@steward/contract/calls/endpoints'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import { shareNeeds } from '@steward/contract/saved-views/saved-views.routes'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { call } from '../../api/client.ts'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { loadOnIntent } from '../../ui/load/on-intent.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

export const savedViewsOptions = queryOptions({
  queryKey: ['savedViews.list'] as const,
  queryFn: async ({ signal }) => (await call('savedViews.list', { signal })).data as SavedView[],
  staleTime: 60_000,
  // A server that lacks the call is asked once.
  retry: false,
})

const { queryKey } = savedViewsOptions

/** Whether the server has saved views; not before that is known. */
export const useHasViews = (): boolean =>
  useMissingCalls(
    ({ asked }) => asked && hasCall('savedViews.list') && hasCall('savedViews.create'),
  )

export function useSavedViews() {
  const enabled = useHasViews()
  return useQuery({ ...savedViewsOptions, enabled })
}

export const useMayShare = (): boolean => useCan()(shareNeeds)

const idleAfter = 1_500
/** So long at the most, where a page has no rows or they are long in coming. */
const maxIdle = 4_500
let isBehind = false

/** Whether the first rows are probably there: after a movement, or after some time. */
export function useBehindFirstRows(): boolean {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useEffect(() => {
    if (isBehind) return
    const begin = async () => {
      isBehind = true
      redraw()
    }
    loadOnIntent(begin)
    const until = performance.now() + maxIdle
    const timer = setInterval(() => {
      const isThere = document.querySelector('#root [data-row]') !== null
      if (!isThere && performance.now() < until) return
      clearInterval(timer)
      void begin()
    }, idleAfter)
    return () => clearInterval(timer)
  }, [])
  return isBehind
}

export const shareRolesOptions = queryOptions({
  queryKey: ['savedViews.roles'] as const,
  queryFn: async ({ signal }) => (await call('savedViews.roles', { signal })).data,
  staleTime: 60_000,
})

/** Shows the view that a call answers with, and loads all of them again, as after a refusal: another person may have changed it. */
async function written(client: QueryClient, sent: Promise<{ data: unknown }>): Promise<SavedView> {
  try {
    const view = (await sent).data as SavedView
    const byId = (views: readonly SavedView[]) => new Map(views.map((each) => [each._id, each]))
    client.setQueryData(queryKey, (views) => views && [...byId([...views, view]).values()])
    return view
  } finally {
    void client.invalidateQueries({ queryKey })
  }
}

export const createView = (client: QueryClient, body: BodySent<'savedViews.create'>) =>
  written(client, call('savedViews.create', { body }))

export const changeView = (client: QueryClient, id: string, body: BodySent<'savedViews.update'>) =>
  written(client, call('savedViews.update', { params: { id }, body }))

/** Deletes a view; returns a function that brings it back. */
export async function removeView(client: QueryClient, id: string) {
  await call('savedViews.delete', { params: { id } })
  client.setQueryData(queryKey, (views) => views?.filter(({ _id }) => _id !== id))
  void client.invalidateQueries({ queryKey })
  return () => written(client, call('savedViews.restore', { params: { id } }))
}
