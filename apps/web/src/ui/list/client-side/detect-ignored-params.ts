import { type DeepPartial, referenceOf } from '../../../api/read.ts'
import { askedOf, type FilterField, fieldsOf } from '../filters/filter-fields.ts'
import type { Filter, ListDefinition } from '../screen/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { hasAsked, isNear, passes, passesAll } from './filter-match.ts'
import { compareBy, sortKey } from './list-locally.ts'
import { fieldOf, fieldOfFilter, isFixed, textsOf, wordsOf } from './list-matching.ts'

/** A page as a server answered it, and what it was asked. */
interface Answered<T> {
  records: readonly DeepPartial<T>[]
  state: ListState
  definition: ListDefinition<T>
}

/**
 * What a server took no account of, as its answer shows: a record that the filters leave out, or an
 * order that isn't the one asked for.
 * @returns in words, such as `filter by status`; null where nothing shows it
 */
export function ignoredIn<T>(answered: Answered<T>): string | null {
  const { records, state, definition } = answered
  const lenient = { ...definition.list, narrowsHere: false }
  if (records.some((record) => !isFixed(record, lenient))) return 'filter'
  if (state.filters['match']?.[0] === 'any') {
    const fields = fieldsOf(definition).filter((field) => askedOf(field, state.filters))
    const isTold = (record: DeepPartial<T>) =>
      fields.every(({ name }) => comparable(fieldOf(record, name)))
    if (records.some((record) => isTold(record) && !passesAll(definition, record, state)))
      return 'filter'
    return isUnsorted(answered) ? 'sort' : null
  }
  const suffixed = definition.list.suffixes && suffixIgnored(answered)
  if (suffixed) return `filter by ${suffixed.toLowerCase()}`
  const filter = definition.filters.find((each) =>
    records.some((record) => isProof(each, record, state)),
  )
  if (filter) return `filter by ${filter.label.toLowerCase()}`
  return isUnsorted(answered) ? 'sort' : null
}

/** What a record tells of a field surely: a number, a word, or who is meant. */
const comparable = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  (typeof value !== 'object' || (referenceOf(value)?.id ?? null) !== null)

/** A field whose suffixes were passed over; what depends on the clock has a minute's grace. */
function suffixIgnored<T>({ records, state, definition }: Answered<T>): string | null {
  const ignored = fieldsOf(definition).find((field) => {
    const { is: _, from: __, to: ___, ...asked } = askedOf(field, state.filters) ?? {}
    if (Object.keys(asked).length === 0) return false
    return records.some((record) => {
      const value = fieldOf(record, field.name)
      const isEmpty = value === undefined || value === null
      if (asked.empty ? value === undefined : isEmpty || !comparable(value)) return false
      if (asked.not && (field.filter?.kind === 'flag' || isWorkedOut(field))) return false
      return [-60_000, 0, 60_000].every((by) => !hasAsked(field, asked, record, Date.now() + by))
    })
  })
  return ignored?.label ?? null
}

/** What is worked out here, by this computer's clock, proves nothing. */
const isWorkedOut = <T>({ filter }: FilterField<T>): boolean =>
  filter !== undefined && filter.kind !== 'span' && filter.passes !== undefined

/** Whether a record shows that a filter was passed over. */
function isProof<T>(filter: Filter<T>, record: DeepPartial<T>, state: ListState): boolean {
  const field = fieldOfFilter(filter)
  // What is worked out here, by this computer's clock, proves nothing.
  if (field === null || (filter.kind !== 'span' && filter.passes)) return false
  const value = fieldOf(record, field)
  if (value === undefined || value === null) return false
  if (filter.kind === 'span') return !isNear(value, state)
  // A text may be a name, which can't be compared with an id.
  const isReference = ['id', 'loaded', 'searched'].includes(filter.kind)
  if (isReference && (typeof value !== 'object' || referenceOf(value)?.id === null)) return false
  return !passes(filter, record, state)
}

/**
 * Whether rows are in another order than was asked for. Words are compared differently by every
 * database, so that only plain ones count, and a few that stand otherwise prove nothing.
 */
function isUnsorted<T>({ records, state, definition }: Answered<T>): boolean {
  // The order that isn't asked for, as it is the usual one, is the server's own affair.
  if (state.sort === '-createdAt' || definition.orders?.[state.sort.replace(/^-/, '')]) return false
  const keyOf = sortKey(state.sort, definition)
  const compare = compareBy(state.sort)
  const keyed = records.map((record) => ({ key: keyOf(record) })).filter(isComparable)
  const inverted = keyed.filter((each, at) => {
    const before = keyed[at - 1]
    return before !== undefined && compare(before, each) > 0
  }).length
  const isWords = keyed.some(({ key }) => typeof key === 'string')
  return isWords ? keyed.length > 4 && inverted > keyed.length * 0.3 : inverted > 0
}

const isComparable = ({ key }: { key: number | string | null }): boolean =>
  typeof key === 'number' || (typeof key === 'string' && /^[a-z][a-z ]*$/i.test(key))

/**
 * Whether an answer to a search holds what it doesn't match, as far as can be seen here: the server
 * may look through more, so that alone is no proof.
 */
export function holdsUnmatched<T>({ records, state, definition }: Answered<T>): boolean {
  const wanted = wordsOf(state.search)
  return records.some((record) => {
    const text = textsOf(definition, record)
    return wanted.some((word) => !text.includes(word))
  })
}
