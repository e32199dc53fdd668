import type { BodySent } from '@steward/contract/calls/endpoints'
import type { SavedView } from '@steward/contract/lists/saved-views'
import { shareNeeds } from '@steward/contract/lists/saved-views.routes'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { call } from '../../api/client.ts'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import { loadOnIntent } from '../../ui/page/on-intent.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

const key = ['savedViews.list'] as const

export const savedViewsOptions = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call('savedViews.list', { signal })).data as SavedView[],
  staleTime: 60_000,
  // A server that lacks the call is asked once.
  retry: false,
})

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
    let timer: ReturnType<typeof setTimeout>
    const look = (waited: number) => {
      timer = setTimeout(() => {
        const isThere = document.querySelector('#root [data-row]') !== null
        if (isThere || waited >= maxIdle) void begin()
        else look(waited + idleAfter)
      }, idleAfter)
    }
    look(idleAfter)
    return () => clearTimeout(timer)
  }, [])
  return isBehind
}

export const shareRolesOptions = queryOptions({
  queryKey: ['savedViews.roles'] as const,
  queryFn: async ({ signal }) => (await call('savedViews.roles', { signal })).data,
  staleTime: 60_000,
})

type Change = BodySent<'savedViews.update'>

const put = (client: QueryClient, change: (views: readonly SavedView[]) => SavedView[]): void => {
  client.setQueryData<SavedView[]>(key, (views) => views && change(views))
  void client.invalidateQueries({ queryKey: key })
}

function putView(client: QueryClient, view: SavedView): SavedView {
  put(client, (views) =>
    views.some(({ _id }) => _id === view._id)
      ? views.map((each) => (each._id === view._id ? view : each))
      : [...views, view],
  )
  return view
}

export const createView = async (
  client: QueryClient,
  body: BodySent<'savedViews.create'>,
): Promise<SavedView> =>
  putView(client, (await call('savedViews.create', { body })).data as SavedView)

/** Changes a view; if another person has changed it, it is loaded again. */
export async function changeView(
  client: QueryClient,
  id: string,
  body: Change,
): Promise<SavedView> {
  try {
    const { data } = await call('savedViews.update', { params: { id }, body })
    return putView(client, data as SavedView)
  } catch (thrown) {
    void client.invalidateQueries({ queryKey: key })
    throw thrown
  }
}

/** Deletes a view; returns a function that brings it back. */
export async function removeView(client: QueryClient, id: string): Promise<() => Promise<void>> {
  await call('savedViews.delete', { params: { id } })
  put(client, (views) => views.filter(({ _id }) => _id !== id))
  return async () => {
    const { data } = await call('savedViews.restore', { params: { id } })
    putView(client, data as SavedView)
  }
}
