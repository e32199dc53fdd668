import { type DeepPartial, referenceOf, timeOf } from '../../api/read.ts'
import type { Filter, ListDefinition } from './list-definition.ts'
import type { ListState } from './list-search.ts'

interface Identified<T> {
  id: string
  record: DeepPartial<T>
}

interface Span {
  page: number
  limit: number
  total: number
  totalPages: number
}

/**
 * Searches, filters, sorts and pages a whole list here, for a server that sends all it has at once
 * (contract, reading 1).
 * @returns the rows of the page and where they stand
 */
export function listLocally<T, R extends Identified<T>>(
  rows: readonly R[],
  state: ListState,
  definition: ListDefinition<T>,
): { rows: R[]; pagination: Span } {
  const kept = rows.filter(
    ({ record }) =>
      found(definition.searched(record), state.search) &&
      definition.filters.every((filter) => passes(filter, record, state)),
  )
  const sorted = sortRows(kept, state.sort, definition)
  const start = (state.page - 1) * state.limit
  const total = sorted.length
  return {
    rows: sorted.slice(start, start + state.limit),
    pagination: {
      page: state.page,
      limit: state.limit,
      total,
      totalPages: Math.ceil(total / state.limit),
    },
  }
}

/** Without case and accents, as the server's own search compares. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

function found(texts: readonly unknown[], search: string): boolean {
  const wanted = plain(search.trim())
  if (wanted === '') return true
  return texts.some((text) => typeof text === 'string' && plain(text).includes(wanted))
}

function passes<T>(filter: Filter<T>, record: DeepPartial<T>, state: ListState): boolean {
  if (filter.kind === 'span') {
    return within(
      fieldOf(record, filter.field),
      state.filters['from']?.[0],
      state.filters['to']?.[0],
    )
  }
  const values = state.filters[filter.key] ?? []
  if (filter.passes) return values.length === 0 || filter.passes(record, values)
  if (values.length === 0 || filter.kind === 'switch') return true
  const value = fieldOf(record, filter.key)
  const compared = typeof value === 'object' ? referenceOf(value)?.id : value
  return compared !== null && compared !== undefined && values.includes(String(compared))
}

function within(value: unknown, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true
  const at = timeOf(value)
  if (at === null) return false
  if (from !== undefined && at < Date.parse(from)) return false
  return to === undefined || at < Date.parse(to) + 86_400_000
}

const fieldOf = <T>(record: DeepPartial<T>, field: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[field]

const alphabet = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function sortRows<T, R extends Identified<T>>(
  rows: R[],
  sort: string,
  definition: ListDefinition<T>,
): R[] {
  const field = sort.replace(/^-/, '')
  const down = sort.startsWith('-') ? -1 : 1
  const ranks = definition.ranks?.[field]
  const keyOf = (row: R): number | string | null => {
    const value = fieldOf(row.record, field)
    if (ranks) return ranks.indexOf(String(value))
    if (field.endsWith('At')) return timeOf(value)
    return typeof value === 'number' || typeof value === 'string' ? value : null
  }
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  // A list that has not the field at all keeps the order that its server chose.
  if (keyed.every(({ key }) => key === null)) return rows
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      if (typeof a.key === 'number' && typeof b.key === 'number') return down * (a.key - b.key)
      return down * alphabet.compare(String(a.key), String(b.key))
    })
    .map(({ row }) => row)
}
