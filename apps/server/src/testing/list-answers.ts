import { fold, type Key, type Reference } from './list-references.ts'

/** A list's query as its address holds it. */
export type Query = Record<string, string | number | readonly string[]>

type Filter = Reference['filters'][string]

const day = 86_400_000

/** The field that a key of a query asks of; `from` and `to` ask of the span's. */
function fieldOf({ span }: Reference, key: string): string {
  if (span && (key === 'from' || key === 'to')) return span
  return key.split('.')[0] ?? key
}

/** Whether a row has one of the values that a filter asks for. */
export function matches(
  { filters }: Reference,
  row: object,
  key: string,
  values: readonly string[],
): boolean {
  const [name = '', suffix] = key.split('.')
  const filter = filters[name] as Filter
  if ('shows' in filter) return true
  if ('any' in filter) return filter.any(row).some((held) => values.includes(held))
  if ('fits' in filter) return values.some((value) => filter.fits(row, value))
  const [of] = Object.values(filter) as ((row: object) => string | number | boolean | null)[]
  const held = of?.(row) ?? null
  const [value = ''] = values
  if (suffix === 'not') return !values.includes(String(held))
  if (suffix === 'empty') {
    const none = 'holds' in filter && filter.empty ? filter.empty(row) : held === null
    return none === (value === 'true')
  }
  if ('holds' in filter) return values.includes(String(held))
  if (held === null) return false
  if (suffix === 'min') return Number(held) >= Number(value)
  if (suffix === 'max') return Number(held) <= Number(value)
  const time = Date.parse(String(held))
  const end = suffix ?? name
  if (end === 'from') return time >= Date.parse(value)
  if (end === 'to') return time <= Date.parse(value) + (value.length === 10 ? day - 1 : 0)
  const [now, days] = [Date.now(), Number.parseInt(value, 10)]
  if (days === 0)
    return new Date(time).toJSON().slice(0, 10) === new Date(now).toJSON().slice(0, 10)
  return suffix === 'last'
    ? time <= now && time >= now - days * day
    : time >= now && time <= now + days * day
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const names = new Intl.Collator('en', { caseFirst: 'lower' })

function compare(first: NonNullable<Key>, second: NonNullable<Key>): number {
  if (typeof first === 'number') return first - Number(second)
  if (typeof first === 'string') return byBytes(first, String(second))
  const other = typeof second === 'object' ? second.name : ''
  return names.compare(first.name, other) || byBytes(first.name, other)
}

/** By the value sorted by, nothing last either way; then by `_id`. */
export function inOrder(reference: Reference, rows: readonly object[], sort: string): object[] {
  const { order, id } = reference
  if (order) return rows.toSorted((a, b) => order(a) - order(b))
  const keyOf = reference.sorts[sort.replace('-', '')]
  if (!keyOf) throw new Error(`no reference for the sort ${sort}`)
  const direction = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)]
    if (first === null || second === null) {
      if (first !== second) return first === null ? 1 : -1
    } else {
      const compared = compare(first, second)
      if (compared !== 0) return compared * direction
    }
    return (id(a) < id(b) ? -1 : 1) * direction
  })
}

/** Whether a row matches all filters of a query, or any one of them; search and deletion aside. */
export function fits(reference: Reference, row: object, query: Query): boolean {
  const asked = Object.keys(query).filter((key) => fieldOf(reference, key) in reference.filters)
  const fields = new Set(asked.map((key) => fieldOf(reference, key)))
  const each = [...fields].map((field) =>
    asked
      .filter((key) => fieldOf(reference, key) === field)
      .every((key) => matches(reference, row, key, [query[key] ?? []].flat().map(String))),
  )
  return query['match'] === 'any' && each.length > 0 ? each.includes(true) : !each.includes(false)
}

/** The rows that a list shows of a query, in its order, search aside. */
export function listed(reference: Reference, query: Query): object[] {
  const matching = reference.rows.filter((row) => {
    const widened = query['includeDeleted'] === 'true'
    const deletion = query['deleted'] ?? (widened ? 'all' : 'none')
    const isGone = reference.gone?.(row) ?? false
    return (
      (widened || reference.shown(row)) &&
      (deletion === 'all' || (deletion === 'only') === isGone) &&
      fits(reference, row, query)
    )
  })
  const { sorts } = reference
  const usual = ['at', 'createdAt'].find((field) => field in sorts)
  const sort = query['sort'] ?? (usual ? `-${usual}` : Object.keys(sorts)[0])
  return inOrder(reference, matching, String(sort))
}

/** Whether a search for these words finds a row. */
export function isFound(
  { text = () => [], means }: Reference,
  row: object,
  search: string,
): boolean {
  const all = fold(text(row).join('\n'))
  const each = search.split(' ').every((part) => all.includes(fold(part)) || means?.(row, part))
  return each || means?.(row, search) === true
}
