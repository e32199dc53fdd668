import type { AreaName } from '@steward/contract/areas/areas'
import { areaFields } from '@steward/contract/areas/listings'
import { routes } from '@steward/contract/calls/routes'
import { namedQuery } from '@steward/contract/lists/query-names'
import { canLeaveTotal, skipNames } from './answers/accepted.ts'
import { skipNameOf } from './answers/pagination.ts'
import { readRecord } from './answers/read-record.ts'
import { send } from './client.ts'
import { config } from './config.ts'
import {
  type Listing,
  type ListName,
  type ListQuery,
  maxGathered,
  type RecordOf,
  readListing,
  type SentQuery,
} from './listing.ts'

/** Rows a page where a whole list is fetched; the most that the contract takes. */
const pageSize = 100

/** How long a counted total is used without counting again, in milliseconds. */
const recountMs = 15_000

/**
 * The query options of a list call, under the key `[endpoint name, query]`.
 * @param query what a list screen sends; its definition keeps it to what the call knows
 */
export function listingOptions<N extends ListName>(
  name: N,
  query: SentQuery,
): ListQuery<RecordOf<N>> {
  return {
    queryKey: [name, query],
    queryFn: async ({ signal }) => {
      const listing = await ask(name, query, signal)
      // A server that says nothing of pages sends all it has, or one page and keeps that to itself.
      const { length } = listing.rows
      const { page = '1', limit } = query
      const isPage = length === Number(limit) || (page !== '1' && length < Number(limit))
      const isCut = !listing.pagination && isPage
      const asked = isCut ? await gather(name, query, signal) : listing
      return await typed(name, query, asked, signal)
    },
    countsAlone: canLeaveTotal(),
    totalOptions: (loadedAt) => {
      const asked = { ...query, total: 'only' }
      return {
        queryKey: [name, asked, Math.floor(loadedAt / recountMs)],
        queryFn: async ({ signal }) => (await ask(name, asked, signal)).pagination,
      }
    },
  }
}

/**
 * The query options of a list call that fetches every row, page by page; at most 2,000.
 * @param query sorts and filters; page and limit are set here
 */
export function wholeListOptions<N extends ListName>(
  name: N,
  query: SentQuery,
): ListQuery<RecordOf<N>> {
  return {
    queryKey: [name, { ...query, page: 'all' }],
    queryFn: async ({ signal }) =>
      await typed(name, query, await gather(name, query, signal), signal),
  }
}

/** Of everybody's list, narrowed to one type, the rows with their types. What asks for those is for other servers alone. */
const typed = async <T>(
  name: ListName,
  query: SentQuery,
  listing: Listing<T>,
  signal: AbortSignal,
): Promise<Listing<T>> => {
  if (name !== 'users.list' || query['type'] === undefined) return listing
  if (listing.rows.every(({ record }) => (record as { type?: unknown }).type)) return listing
  const { withTypes } = await import('./types-of-users.ts')
  return await withTypes(listing, (call) => gather(call, {}, signal))
}

/** The names of lists under `data` that are not those of the calls. */
const listNames: Readonly<Record<string, string>> = {
  accounts: 'users',
  shoppingPosts: 'posts',
  auditLog: 'entries',
  accessReview: 'held',
}

/** How a list is found and its records are read; what no area lists, only our own server has. */
function readingOf(name: ListName) {
  const [area = ''] = name.split('.')
  const fields = areaFields[(area === 'accounts' ? 'users' : area) as AreaName]
  return {
    under: listNames[area] ?? area,
    read: fields && ((record: Record<string, unknown>) => readRecord(fields, record)),
  }
}

/** Makes a list call, and again where the server showed that it goes by another name than `page`. */
async function ask<N extends ListName>(
  name: N,
  query: SentQuery,
  signal: AbortSignal,
): Promise<Listing<RecordOf<N>>> {
  const page = Number(query['page'] ?? 1)
  const limit = query['limit'] === undefined ? null : Number(query['limit'])
  const known = skipNames.get(name) ?? null
  // A word takes longer to count than to find.
  const leaves = query['search'] !== undefined && canLeaveTotal()
  const asked = namedQuery(query, config().query, known)
  const sent = { query: leaves ? { total: 'later', ...asked } : asked, signal }
  const answer = await send(routes[name], sent)
  const listing = readListing<RecordOf<N>>(answer, { ...readingOf(name), page, limit })
  const skip = skipNameOf(answer)
  const isElsewhere = listing.pagination !== null && listing.pagination.page !== page
  if (known !== null || skip === null || !isElsewhere) return listing
  skipNames.set(name, skip)
  return await ask(name, query, signal)
}

/** Fetches every row, page by page, until one brings nothing new or there are too many. */
async function gather<N extends ListName>(
  name: N,
  query: SentQuery,
  signal: AbortSignal,
): Promise<Listing<RecordOf<N>>> {
  const get = (page: number) =>
    ask(name, { ...query, page: String(page), limit: String(pageSize) }, signal)
  const first = await get(1)
  const rows = new Map(first.rows.map((row) => [row.id, row]))
  const maxPages = maxGathered / pageSize
  const pages = first.pagination?.totalPages ?? (first.rows.length === pageSize ? maxPages : 1)
  let last = first.rows.length
  for (let page = 2; page <= Math.min(pages, maxPages) && last > 0; page += 1) {
    const before = rows.size
    for (const row of (await get(page)).rows) rows.set(row.id, row)
    last = rows.size - before
  }
  const isCut = first.pagination ? pages > maxPages : rows.size >= maxGathered
  return {
    rows: [...rows.values()],
    pagination: null,
    loadedAt: first.loadedAt,
    ...(isCut && { cut: true }),
  }
}
