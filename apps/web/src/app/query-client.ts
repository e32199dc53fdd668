import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isOnline } from '../api/browser/connection.ts'
import { Failure } from '../api/failure.ts'
import { isFollowing } from '../api/live/live-state.ts'
import { ownPermissions } from '../api/own-permissions.ts'

/** Only what may pass is tried again: no answer, or the server's own trouble (twice at most). */
export const triesAgain = (count: number, error: unknown): boolean =>
  count < 2 && error instanceof Failure && (error.status === 0 || error.status >= 500)

/**
 * The memory of what the server said, one for each session. A query's key starts with the
 * endpoint's name: `['users.list', query]`. Offline, nothing is tried and what was there stays.
 * @param onRefused called when the server says 403 to something
 */
export function createQueryClient(onRefused: (client: QueryClient) => void): QueryClient {
  // It follows the browser's events while a client is in use, and has missed those before.
  onlineManager.setOnline(isOnline())
  const look = (error: unknown) => {
    if (error instanceof Failure && error.status === 403) onRefused(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Asking for the permissions again because they were refused would never end.
        if (query.queryKey[0] !== 'permissions.own') look(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        look(error)
        // An earlier try has made the change, whose answer was lost.
        if (error instanceof Failure && error.code === 'already_done')
          void client.invalidateQueries()
      },
      // Every write adds an entry to the audit log.
      onSuccess: () => void client.invalidateQueries({ queryKey: ['auditLog.list'] }),
    }),
    defaultOptions: {
      queries: {
        retry: triesAgain,
        retryDelay: (count) => 500 * 2 ** count,
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        networkMode: 'online',
        // Unless changes are reported or will be caught up with.
        refetchOnWindowFocus: () => !isFollowing(),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

let current: QueryClient | null = null

/**
 * The memory of the session that is open. Routes begin to fill it before the layout stands, which
 * then keeps it by {@link keepSessionClient}.
 */
export function sessionClient(): QueryClient {
  current ??= createQueryClient(
    (client) => void client.invalidateQueries({ queryKey: ownPermissions.queryKey }),
  )
  return current
}

/** Keeps a client for the session; returns a function that drops it for the next session. */
export function keepSessionClient(client: QueryClient): () => void {
  current = client
  return () => {
    current = null
  }
}
