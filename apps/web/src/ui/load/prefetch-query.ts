import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isSparing } from '../../api/browser/connection.ts'

/** Prefetches a query unless fresh or shown; `signal` aborts it unless something else uses it. */
export async function prefetchQuery<T, K extends QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<T, Error, T, K>,
  signal: AbortSignal,
): Promise<void> {
  const { queryKey } = options
  const isShown = client.getQueryCache().find({ queryKey, exact: true })?.isActive()
  if (signal.aborted || isShown || isSparing()) return
  const stop = () => void client.cancelQueries({ queryKey, exact: true, type: 'inactive' })
  signal.addEventListener('abort', stop, { once: true })
  await client.prefetchQuery(options)
  signal.removeEventListener('abort', stop)
}
