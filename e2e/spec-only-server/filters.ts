import { listings } from '@steward/contract/areas/listings'
import { idOf, type Kind, type SpecOnlyRecord } from './records.ts'

/** Query keys that page and sort; every other one is a search or a filter. */
const others = new Set(['page', 'limit', 'skip', 'sort', 'includeDeleted'])

const timeOf: Partial<Record<Kind, string>> = { bills: 'dueAt', events: 'startsAt' }

const areaOf = (kind: Kind) =>
  kind === 'admins' || kind === 'businessUsers' || kind === 'members'
    ? listings.users
    : listings[kind]

const isReference = (value: unknown): value is SpecOnlyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows that a list's query asks for, in the order it asks for. */
export function applyQuery(
  kind: Kind,
  rows: SpecOnlyRecord[],
  query: URLSearchParams,
): SpecOnlyRecord[] {
  const keys = [...new Set(query.keys())].filter((key) => !others.has(key))
  const found = rows.filter((row) =>
    keys.every((key) => matches(kind, row, key, query.getAll(key))),
  )
  const sort = query.get('sort')
  if (!sort) return found
  const field = sort.replace(/^-/, '')
  const order = sort.startsWith('-') ? -1 : 1
  return found.sort((a, b) => order * compare(a[field], b[field]))
}

function matches(kind: Kind, row: SpecOnlyRecord, key: string, values: string[]): boolean {
  const value = values[0] ?? ''
  const area = areaOf(kind)
  if (key === ('search' in area ? area.search : 'search')) return holds(row, value)
  const time = row[timeOf[kind] ?? 'createdAt']
  if (key === 'from') return typeof time === 'string' && time >= value
  if (key === 'to') return typeof time === 'string' && time <= value
  if (!(key in area.filters)) return true
  const own = row[key]
  return values.includes(String(isReference(own) ? idOf(own) : own))
}

function holds(value: unknown, words: string): boolean {
  if (isReference(value)) return Object.values(value).some((each) => holds(each, words))
  return typeof value === 'string' && value.toLowerCase().includes(words.trim().toLowerCase())
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}
