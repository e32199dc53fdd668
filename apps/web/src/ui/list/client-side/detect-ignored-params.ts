import {
  askedFields,
  type FilterField,
  type FilterValues,
  toldBy,
} from '../definition/filter-fields.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { comparedOf, fieldOf, isFixed, wordsOf } from '../definition/list-matching.ts'
import type { ListState } from '../definition/list-spec.ts'
import { hasAsked, isNear, matcherOf } from './filter-match.ts'
import { compareBy, sortKey } from './list-locally.ts'
import { searchedTexts } from './searched-texts.ts'

interface Answered<T> {
  records: readonly T[]
  state: ListState
  definition: ListDefinition<T>
}

/** What a server took no account of: the sort, a filter, or the filter by the field with this label. */
export type Ignored = 'sort' | 'filter' | { field: string }

/** What a server took no account of, as its answer shows; null where nothing shows it. */
export function ignoredIn<T>(answered: Answered<T>): Ignored | null {
  const { records, state, definition } = answered
  const lenient = { ...definition.list, narrowsHere: false }
  if (records.some((record) => !isFixed(record, lenient))) return 'filter'
  const all = askedFields(definition, state.filters)
  if (state.filters['match']?.[0] === 'any') {
    const matches = matcherOf(definition, state)
    const isTold = (record: T) => all.every(({ field }) => isComparable(fieldOf(record, field.key)))
    if (records.some((record) => isTold(record) && !matches(record))) return 'filter'
  } else {
    const ignored = all.find(({ field, asked }) =>
      records.some((record) => isProof(field, asked, record)),
    )
    if (ignored) return { field: ignored.field.label }
  }
  return isUnsorted(answered) ? 'sort' : null
}

/** Whether a record's value can be compared safely: a number, a word, or an id. */
const isComparable = (value: unknown): boolean => comparedOf(value) !== null

/** Whether a record shows that a filter was ignored; a minute's difference of clocks is allowed. */
function isProof<T>(field: FilterField<T>, asked: FilterValues, record: T): boolean {
  const { is, from, to, ...others } = asked
  const { kind, ends } = field
  const value = fieldOf(record, toldBy(field))
  // A text may be a name, which can't be compared with an id.
  const isName = (kind === 'id' || kind === 'person') && typeof value !== 'object'
  // What is worked out here, by this computer's clock, proves nothing.
  const isWorkedOut = field.passes !== undefined
  if (is && !isWorkedOut && !isName && isComparable(value) && !hasAsked(field, { is }, record))
    return true
  if (ends.from === 'from' && !isNear(value, asked)) return true
  if (Object.keys(others).length === 0) return false
  if (others.empty ? value === undefined : !isComparable(value)) return false
  if (others.not && (kind === 'flag' || isWorkedOut)) return false
  return [-60_000, 0, 60_000].every((by) => !hasAsked(field, others, record, Date.now() + by))
}

/**
 * Whether rows are in another order than was asked for. Words are compared differently by every
 * database, so that only plain ones count, and a few that stand otherwise prove nothing.
 */
function isUnsorted<T>({ records, state, definition }: Answered<T>): boolean {
  // The default order isn't sent, so the server chooses it.
  if (state.sort === '-createdAt' || definition.orders?.by === state.sort.replace(/^-/, ''))
    return false
  const keyOf = sortKey(state.sort, definition)
  const compare = compareBy(state.sort)
  const keyed = records
    .map((record) => ({ key: keyOf(record) }))
    .filter(({ key }) => typeof key === 'number' || /^[a-z][a-z ]*$/i.test(key ?? ''))
  const inverted = keyed.filter((each, at) => {
    const before = keyed[at - 1]
    return before !== undefined && compare(before, each) > 0
  }).length
  const isWords = keyed.some(({ key }) => typeof key === 'string')
  return isWords ? keyed.length > 4 && inverted > keyed.length * 0.3 : inverted > 0
}

/**
 * Whether an answer to a search holds what it doesn't match, as far as can be seen here: the server
 * may look through more, so that alone is no proof.
 */
export function holdsUnmatched<T>({ records, state, definition }: Answered<T>): boolean {
  const wanted = wordsOf(state.search)
  return records.some((record) => {
    const text = searchedTexts(definition, record)
    return wanted.some((word) => !text.includes(word))
  })
}
