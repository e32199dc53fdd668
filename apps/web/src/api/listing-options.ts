import { routes } from '@steward/contract/routes'
import { send } from './client.ts'
import {
  type ListName,
  type ListQuery,
  type RecordOf,
  readListing,
  type SentQuery,
} from './listing.ts'

/**
 * The query options of a list call, under the key `[endpoint name, query]`.
 * @param query what a list screen sends; its definition keeps it to what the call knows
 * @param under the name of the list under `data`
 */
export function listingOptions<N extends ListName>(
  name: N,
  query: SentQuery,
  under?: string,
): ListQuery<RecordOf<N>> {
  return {
    queryKey: [name, query],
    queryFn: async ({ signal }) =>
      readListing<RecordOf<N>>(await send(routes[name], { query, signal }), under),
  }
}

/** Pages of a whole list at the most, a hundred rows each. */
const mostPages = 20

/**
 * The query options of a list call that fetches every row, page by page, to choose one of them; at
 * most 2,000.
 * @param query sorts and filters; page and limit are set here
 * @param under the name of the list under `data`
 */
export function wholeListOptions<N extends ListName>(
  name: N,
  query: SentQuery,
  under?: string,
): ListQuery<RecordOf<N>> {
  return {
    queryKey: [name, { ...query, page: 'all' }],
    queryFn: async (context) => {
      const get = (page: number) =>
        listingOptions(name, { ...query, page: String(page), limit: '100' }, under).queryFn(context)
      const first = await get(1)
      const rows = [...first.rows]
      const pages = Math.min(first.pagination?.totalPages ?? 1, mostPages)
      for (let page = 2; page <= pages; page += 1) rows.push(...(await get(page)).rows)
      return { ...first, rows, pagination: null }
    },
  }
}
