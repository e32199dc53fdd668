import type { DataOf } from '@steward/contract/endpoints'
import type { Pagination } from '@steward/contract/listing'
import type { EndpointName } from '@steward/contract/routes'
import { type DeepPartial, numberOf, textOf } from './read.ts'

/** One record of a list, under an id that is its own within the list. */
export interface Row<T> {
  id: string
  record: DeepPartial<T>
}

/** A list as every screen reads it, whatever server it came from. */
export interface Listing<T> {
  rows: Row<T>[]
  /** Null from a server that sends its whole list at once. */
  pagination: Pagination | null
  /** When it came, in epoch milliseconds. */
  loadedAt: number
}

/** The calls that answer with a list. */
export type ListName = Extract<
  EndpointName,
  | `${string}.list`
  | 'users.listAdmins'
  | 'users.listBusiness'
  | 'roles.listInactive'
  | 'roles.listDeleted'
  | 'accounts.listWaiting'
>

type MemberOf<L> = L extends readonly (infer E)[] ? E : never

/** The record of a list call. */
export type RecordOf<N extends ListName> =
  DataOf<N> extends readonly (infer E)[]
    ? E
    : MemberOf<DataOf<N>[Exclude<keyof DataOf<N>, 'pagination'>]>

/** The query of a list call as it goes out: a repeated key is a list. */
export type SentQuery = Readonly<Record<string, string | string[]>>

/** Query options of a list call, as TanStack Query takes them. */
export interface ListQuery<T> {
  /** The call and what it is asked. */
  queryKey: readonly [string, SentQuery]
  queryFn: (context: { signal: AbortSignal }) => Promise<Listing<T>>
}

/**
 * Reads the answer of a list call. It takes `data` as an array, or as an object with the list under
 * any name (`users`, `posts`…), `pagination` under `data` or beside it, and ids as `_id` or `id`.
 * @param answer the whole answer, as it came
 * @param named the name under `data` to look for first
 * @throws TypeError if no list can be found in it
 */
export function readListing<T>(answer: unknown, named?: string, now = Date.now()): Listing<T> {
  const data = isObject(answer) && 'data' in answer ? answer['data'] : answer
  const records = recordsOf(data, named)
  if (records === null) throw new TypeError('The answer holds no list.')
  const said = (isObject(data) && data['pagination']) || (isObject(answer) && answer['pagination'])
  return { rows: rowsOf<T>(records), pagination: paginationOf(said, records.length), loadedAt: now }
}

function recordsOf(data: unknown, named?: string): unknown[] | null {
  if (Array.isArray(data)) return data
  if (data === null || data === undefined) return []
  if (!isObject(data)) return null
  const under = named === undefined ? undefined : data[named]
  if (Array.isArray(under)) return under
  return Object.values(data).find(Array.isArray) ?? null
}

function rowsOf<T>(records: unknown[]): Row<T>[] {
  const taken = new Set<string>()
  return records.filter(isObject).map((record, index) => {
    const own = textOf(record['_id']) ?? textOf(record['id'])
    const id = own === null || taken.has(own) ? `row-${index}` : own
    taken.add(id)
    return { id, record: record as DeepPartial<T> }
  })
}

/** Completes what a server left out; null if it says nothing of how many there are. */
function paginationOf(said: unknown, length: number): Pagination | null {
  if (!isObject(said)) return null
  const total = wholeFrom(0, said['total'])
  if (total === null) return null
  const page = wholeFrom(1, said['page']) ?? 1
  const limit = wholeFrom(1, said['limit']) ?? Math.max(length, 1)
  return {
    page,
    limit,
    total,
    totalPages: wholeFrom(0, said['totalPages']) ?? Math.ceil(total / limit),
  }
}

function wholeFrom(min: number, value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && Number.isInteger(number) && number >= min ? number : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
