import { locale, perReader } from '@steward/i18n/reader'
import { timeOf } from '../../../api/answers/read.ts'
import type { Listing } from '../../../api/listing.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { isFixed, wordsOf } from '../definition/list-matching.ts'
import type { ListState } from '../definition/list-spec.ts'
import { matcherOf } from './filter-match.ts'
import { searchedTexts } from './searched-texts.ts'

type Rows<T> = Listing<T>['rows']

export interface LocalPage<T> {
  rows: Rows<T>
  /** The filtered and sorted rows of all pages. */
  all: Rows<T>
  pagination: { page: number; limit: number; total: number; totalPages: number }
}

/** Work that can be interrupted after each step and returns its result at the end. */
export type Steps<R> = Generator<void, R>

/** How many rows are examined between two steps, which takes about a millisecond. */
const stride = 500
/** Rows that are sorted in one step, before they are merged. */
const runLength = 1000

/**
 * Searches, filters, sorts and pages a whole list here (client-side), in steps, so that 100,000 rows hold nothing up.
 * The order of a sort and the texts that a search compares are kept with the listing.
 */
export function* listLocally<T>(
  listing: Pick<Listing<T>, 'rows' | 'top'>,
  state: ListState,
  definition: ListDefinition<T>,
): Steps<LocalPage<T>> {
  const sorted = yield* sortRows(listing.rows, state.sort, definition)
  const wanted = wordsOf(state.search)
  const texts = wanted.length === 0 ? null : yield* searchTexts(listing.rows, definition)
  const matches = matcherOf(definition, state)
  const kept = yield* flatMapped(sorted, (row) => {
    const text = texts?.get(row) ?? ''
    const isFound = wanted.every((word) => text.includes(word))
    return isFound && isFixed(row.record, definition.list) && matches(row.record) ? [row] : []
  })
  const ordered = onTop(kept, listing.top)
  const start = (state.page - 1) * state.limit
  const total = ordered.length
  return {
    rows: ordered.slice(start, start + state.limit),
    all: ordered,
    pagination: {
      page: state.page,
      limit: state.limit,
      total,
      totalPages: Math.ceil(total / state.limit),
    },
  }
}

export function finish<R>(steps: Steps<R>): R {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Puts a created record on top whatever the order (specification section 4). */
function onTop<T>(rows: Rows<T>, top: readonly string[] = []): Rows<T> {
  if (top.length === 0) return rows
  const first = top.flatMap((id) => rows.filter((row) => row.id === id))
  return [...first, ...rows.filter((row) => !first.includes(row))]
}

function* flatMapped<T, R>(rows: Rows<T>, map: (row: Rows<T>[number]) => R[]): Steps<R[]> {
  const mapped: R[] = []
  for (const [index, row] of rows.entries()) {
    if (index % stride === stride - 1) yield
    mapped.push(...map(row))
  }
  return mapped
}

const textsKept = new WeakMap<object, ReadonlyMap<unknown, string>>()

function* searchTexts<T>(
  rows: Rows<T>,
  definition: ListDefinition<T>,
): Steps<ReadonlyMap<unknown, string>> {
  const kept = textsKept.get(rows)
  if (kept) return kept
  const textOf = (row: Rows<T>[number]) => searchedTexts(definition, row.record)
  const texts = new Map(yield* flatMapped(rows, (row) => [[row, textOf(row)] as const]))
  textsKept.set(rows, texts)
  return texts
}

const alphabet = perReader(
  () => new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' }),
)

const ordersKept = new WeakMap<object, Map<string, Rows<never>>>()

function* sortRows<T>(rows: Rows<T>, sort: string, definition: ListDefinition<T>): Steps<Rows<T>> {
  const orders = ordersKept.get(rows) ?? new Map()
  ordersKept.set(rows, orders)
  const kept: Rows<T> | undefined = orders.get(sort)
  if (kept) return kept
  const sorted = yield* sortedBy(rows, sort, definition)
  orders.set(sort, sorted)
  return sorted
}

function* sortedBy<T>(
  rows: Rows<T>,
  sort: string,
  { orders, ...definition }: ListDefinition<T>,
): Steps<Rows<T>> {
  if (orders?.by === sort.replace(/^-/, ''))
    return sort.startsWith('-') ? orders.put(rows).reverse() : orders.put(rows)
  const keyOf = sortKey(sort, definition)
  const keyed = yield* flatMapped(rows, (row) => [{ row, key: keyOf(row.record) }])
  // A list without the field keeps the order that its server chose.
  if (keyed.every(({ key }) => key === null)) return rows
  return (yield* mergeSort(keyed, compareBy(sort))).map(({ row }) => row)
}

export function sortKey<T>(
  sort: string,
  definition: ListDefinition<T>,
): (record: T) => number | string | null {
  const field = sort.replace(/^-/, '')
  const ranks = definition.ranks?.[field]
  return (record) => {
    const value = (record as Readonly<Record<string, unknown>>)[field]
    if (ranks) return value === undefined || value === null ? null : ranks.indexOf(String(value))
    if (field.endsWith('At')) return timeOf(value)
    return typeof value === 'number' || typeof value === 'string' ? value : null
  }
}

/** Compares two records by their keys; what has none comes last, whatever the direction. */
export function compareBy(sort: string) {
  const down = sort.startsWith('-') ? -1 : 1
  return (a: { key: number | string | null }, b: { key: number | string | null }): number => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    if (typeof a.key === 'number' && typeof b.key === 'number') return down * (a.key - b.key)
    return down * alphabet().compare(String(a.key), String(b.key))
  }
}

/** Sorts in steps: runs by the engine's own sort, then merged two and two. Keeps equals in order. */
function* mergeSort<E>(all: E[], compare: (a: E, b: E) => number): Steps<E[]> {
  let runs: E[][] = []
  for (let from = 0; from < all.length; from += runLength) {
    runs.push(all.slice(from, from + runLength).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: E[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<E>(one: E[], other: E[], compare: (a: E, b: E) => number): Steps<E[]> {
  const merged: E[] = []
  let at = 0
  for (const each of one) {
    let next = other[at]
    while (next !== undefined && compare(next, each) < 0) {
      merged.push(next)
      at += 1
      next = other[at]
    }
    merged.push(each)
    if (merged.length % stride === 0) yield
  }
  for (const each of other.slice(at)) merged.push(each)
  return merged
}
