import { say } from '@steward/i18n/sentence'
import { type Filter, parse } from 'scim2-parse-filter'
import { badRequest } from './scim-error.ts'

export type { Filter } from 'scim2-parse-filter'

/** The longest filter in UTF-16 units, how many comparisons it may have, and how deep its brackets may be. */
const maxLength = 2_000
const maxComparisons = 50
const maxDepth = 10

/** A text in JSON; within it, the parser of filters would take time that doubles with each line break. */
const quoted = /"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"/gu

/**
 * Parses a filter (RFC 7644, 3.4.2.2); throws `invalidFilter`. The parser sees numbers in place of texts, which it
 * would read otherwise than JSON does.
 */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) {
    const said = say('The filter is longer than {max} characters.', { max: maxLength })
    throw badRequest('invalidFilter', said)
  }
  const values: string[] = []
  const bare = text.replace(quoted, (value) => `"${values.push(value) - 1}"`)
  if (bare.replace(/"\d+"/g, '').includes('"')) throw unreadable()
  mustBeBounded(bare)
  try {
    return withValues(parse(bare), values)
  } catch {
    throw unreadable()
  }
}

const unreadable = () => badRequest('invalidFilter', 'The filter can’t be read.')

function mustBeBounded(bare: string): void {
  let depth = 0
  let deepest = 0
  for (const bracket of bare.match(/[()[\]]/g) ?? []) {
    depth += bracket === '(' || bracket === '[' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  const count = (words: RegExp) => bare.match(words)?.length ?? 0
  const comparisons = count(/\s(eq|ne|co|sw|ew|gt|ge|lt|le|pr)\b/gi)
  if (deepest <= maxDepth && comparisons <= maxComparisons && count(/\bnot\b/gi) <= maxDepth) return
  throw badRequest(
    'invalidFilter',
    say('The filter has more than {max} comparisons, or more than {depth} levels of brackets.', {
      max: maxComparisons,
      depth: maxDepth,
    }),
  )
}

function withValues(filter: Filter, values: readonly string[]): Filter {
  const inner = (each: Filter) => withValues(each, values)
  if (filter.op === 'and' || filter.op === 'or') {
    return { ...filter, filters: filter.filters.map(inner) }
  }
  if (filter.op === 'not') return { ...filter, filter: inner(filter.filter) }
  if (filter.op === '[]') return { ...filter, valFilter: inner(filter.valFilter) }
  if (!('compValue' in filter)) return filter
  const { compValue } = filter
  if (typeof compValue !== 'string') return filter
  return { ...filter, compValue: JSON.parse(values[Number(compValue)] ?? '') }
}

/** Whether one value of an attribute fits a filter; names are compared without their case, and so are texts. */
export function fits(filter: Filter, value: unknown): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((each) => fits(each, value))
    case 'or':
      return filter.filters.some((each) => fits(each, value))
    case 'not':
      return !fits(filter.filter, value)
    case 'pr':
      return memberOf(value, filter.attrPath) !== undefined
    case '[]':
      throw badRequest('invalidFilter', 'A value filter can’t hold another one.')
    default:
      return compares(filter.op, memberOf(value, filter.attrPath), filter.compValue)
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  Object.entries(value ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

function compares(op: string, actual: unknown, wanted: unknown): boolean {
  // A flag comes as text from some providers.
  const one = String(actual ?? '').toLowerCase()
  const other = String(wanted ?? '').toLowerCase()
  switch (op) {
    case 'eq':
      return one === other
    case 'ne':
      return one !== other
    case 'co':
      return one.includes(other)
    case 'sw':
      return one.startsWith(other)
    case 'ew':
      return one.endsWith(other)
    default:
      throw badRequest('invalidFilter', say('“{op}” can’t be used here.', { op }))
  }
}
