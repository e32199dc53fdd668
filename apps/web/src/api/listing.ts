import type { AreaName } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { Pagination } from '@steward/contract/lists/listing'
import { readPagination } from './answers/pagination.ts'
import { isObject, objectsIn, textOf } from './answers/read.ts'
import type { Read } from './answers/records.ts'
import { without } from './failure.ts'

/** The most rows that are fetched page by page, a hundred each, where a server doesn't filter or sort. */
export const maxGathered = 2000

/** One record of a list, under an id that is its own within the list. */
export interface Row<T> {
  id: string
  record: T
}

/** A list as every screen reads it, whatever server it came from. */
export interface Listing<T> {
  rows: Row<T>[]
  /** Where the list is in its pages; null from a server that sends the whole list at once. */
  pagination: Pagination | null
  /** When it came, in epoch milliseconds. */
  loadedAt: number
  /** The rows as the server sent them; what is shown at once, before it has answered, is not in them. */
  came?: readonly Row<T>[]
  /** Ids of records that stay on top until the next load, whatever the order (section 4). */
  top?: readonly string[]
  /** Set if there are more rows than were fetched. */
  cut?: true
  /** What has happened to it since its rows were shown. */
  live?: LiveRows<T>
  /** The total as it was loaded on request; changes since then are not announced one by one. */
  askedTotal?: number
}

/** What has happened to a list since its rows were shown (`ui/list/live/live-rows.ts`). */
export interface LiveRows<T> {
  /** The page as the server has it now; shown when the person presses the button. */
  fresh: Listing<T>
  /** How many rows of it are not shown. */
  news: number
  /** Whether rows would change their order. */
  moved: boolean
  /** The rows that are shown but no longer in the list, by id. */
  gone: Readonly<Record<string, Gone>>
}

/** Why a row is not there any more: its record is deleted, or belongs on another page or in no list like this. */
export type Gone = 'deleted' | 'left'

/** The calls that answer with a list. */
export type ListName = Extract<
  EndpointName,
  | `${string}.list`
  | 'users.listAdmins'
  | 'users.listBusiness'
  | 'roles.listInactive'
  | 'roles.listDeleted'
  | 'accounts.listWaiting'
  | 'accessReview.listRoles'
>

type MemberOf<L> = L extends readonly (infer E)[] ? E : never
type AnsweredBy<N extends ListName> =
  DataOf<N> extends readonly (infer E)[]
    ? E
    : MemberOf<DataOf<N>[Exclude<keyof DataOf<N>, 'pagination'>]>

/** The record of a list call. */
export type RecordOf<N extends ListName> = N extends `${AreaName | 'accounts'}.${string}`
  ? Read<AnsweredBy<N>>
  : AnsweredBy<N>

/** The query of a list call as it goes out: a repeated key is a list. */
export type SentQuery = Readonly<Record<string, string | string[]>>

/** Query options of a list call, as TanStack Query takes them. */
export interface ListQuery<T> {
  /** The call and what it is asked. */
  queryKey: readonly [string, SentQuery]
  queryFn: (context: { signal: AbortSignal }) => Promise<Listing<T>>
  /**
   * The query options of what a page has left for later: its exact total.
   * @param loadedAt when the page came: what it follows by itself is counted again only now and then
   */
  totalOptions?: (loadedAt: number) => TotalQuery
  /** Whether the server can send a total without rows, as far as is known. */
  countsAlone?: boolean
}

/** Query options of the exact total of a list. */
export interface TotalQuery {
  queryKey: readonly [string, SentQuery, number]
  queryFn: (context: { signal: AbortSignal }) => Promise<Pagination | null>
}

/**
 * Reads the answer of a list call. It takes `data` as an array, or as an object with the list under
 * any name (`users`, `posts`…), what is said of its pages as `readPagination` does, and ids as `_id`
 * or `id`.
 * @param answer the whole answer, as it came
 * @param of.read reads one of its records in place; records of our own server are as they come
 * @param of.under the name under `data` to look for first
 * @param of.page the page and how many rows were asked for; who sends more sends the whole list
 * @throws Failure if no list can be found in it
 */
export function readListing<T>(
  answer: unknown,
  of: {
    read?: ((record: Record<string, unknown>) => unknown) | undefined
    under?: string | undefined
    page?: number
    limit?: number | null
    now?: number
  } = {},
): Listing<T> {
  const { read, under, page = 1, limit = null, now = Date.now() } = of
  const data = isObject(answer) && 'data' in answer ? answer['data'] : answer
  const records = recordsOf(data, under)
  if (records === null || (records.length > 0 && !records.some(isObject))) throw without('list')
  const isWhole = limit !== null && records.length > limit
  const pagination = isWhole
    ? null
    : readPagination([data, answer], records.length, { page, limit })
  const rows = rowsOf<T>(records, read)
  return { rows, pagination, loadedAt: now, came: rows }
}

function recordsOf(data: unknown, under?: string): unknown[] | null {
  if (Array.isArray(data)) return data
  if (data === null || data === undefined) return []
  if (!isObject(data)) return null
  const named = under === undefined ? undefined : data[under]
  if (Array.isArray(named)) return named
  return Object.values(data).find(Array.isArray) ?? null
}

function rowsOf<T>(
  records: unknown[],
  read: (record: Record<string, unknown>) => unknown = () => {},
): Row<T>[] {
  const taken = new Set<string>()
  return objectsIn(records).map((record, index) => {
    read(record)
    const own = textOf(record['_id']) ?? textOf(record['id'])
    const id = own === null || taken.has(own) ? `row-${index}` : own
    taken.add(id)
    return { id, record: record as T }
  })
}
