import { type DeepPartial, timeOf } from '../../../api/read.ts'
import { type Asked, askedOf, type FilterField, fieldsOf } from '../filters/filter-fields.ts'
import type { Filter, ListDefinition } from '../screen/list-definition.ts'
import { beginsSo } from '../url/first-view.ts'
import type { ListState } from '../url/list-spec.ts'
import { comparedOf, fieldOf } from './list-matching.ts'

const day = 86_400_000

/** Whether a record passes a filter as it is set. */
export function passes<T>(filter: Filter<T>, record: DeepPartial<T>, state: ListState): boolean {
  if (filter.kind === 'span') {
    const [from, to] = [state.filters['from']?.[0], state.filters['to']?.[0]]
    return within(fieldOf(record, filter.field), from, to)
  }
  const values = state.filters[filter.key] ?? []
  if (filter.passes) return values.length === 0 || filter.passes(record, values)
  if (values.length === 0 || filter.kind === 'switch') return true
  const compared = comparedOf(fieldOf(record, filter.key))
  return compared !== null && values.includes(compared)
}

/** Whether a record has what a list's state asks of its fields: of all of them, or of any one. */
export function passesAll<T>(
  definition: ListDefinition<T>,
  record: DeepPartial<T>,
  state: ListState,
): boolean {
  const { list, filters } = definition
  if (!list.suffixes) return filters.every((filter) => passes(filter, record, state))
  // What a list begins with leaves out only what says that it is something else.
  const isLenient = beginsSo(state, list)
  const each = fieldsOf(definition).flatMap((field) => {
    const asked = askedOf(field, state.filters)
    if (isLenient && fieldOf(record, field.name) === undefined) return []
    return asked ? [hasAsked(field, asked, record)] : []
  })
  return state.filters['match']?.[0] === 'any' && each.length > 0
    ? each.includes(true)
    : !each.includes(false)
}

/** Whether a record has what is asked of one field. */
export function hasAsked<T>(
  field: FilterField<T>,
  asked: Asked,
  record: DeepPartial<T>,
  now = Date.now(),
): boolean {
  const { filter, name } = field
  const { is, not, min, max, from, to, last, next, empty } = asked
  if (is && filter && filter.kind !== 'span' && filter.passes) {
    if (!filter.passes(record, is)) return false
  } else if (is && !is.includes(comparedOf(fieldOf(record, name)) ?? '')) return false
  const value = fieldOf(record, name)
  if (not?.includes(comparedOf(value) ?? '')) return false
  if (empty && (value === null || value === undefined || value === '') !== (empty[0] === 'true'))
    return false
  if (min && !(typeof value === 'number' && value >= Number(min[0]))) return false
  if (max && !(typeof value === 'number' && value <= Number(max[0]))) return false
  return (
    within(value, from?.[0], to?.[0]) &&
    (!last || isInDays(value, -Number.parseInt(last[0] ?? '', 10), now)) &&
    (!next || isInDays(value, Number.parseInt(next[0] ?? '', 10), now))
  )
}

/** Whether a time is so many days before or after now, at the most; none of them is today (UTC). */
function isInDays(value: unknown, days: number, now: number): boolean {
  const at = timeOf(value)
  if (at === null) return false
  if (days === 0) return Math.floor(at / day) === Math.floor(now / day)
  const end = now + days * day
  return at >= Math.min(now, end) && at <= Math.max(now, end)
}

/** Whether a time is within the span that is set, give or take the day by which time zones differ. */
export function isNear(value: unknown, state: ListState): boolean {
  const at = timeOf(value)
  if (at === null) return true
  const shifted = (by: number) => new Date(at + by).toISOString()
  const [from, to] = [state.filters['from']?.[0], state.filters['to']?.[0]]
  return within(shifted(day), from, undefined) && within(shifted(-day), undefined, to)
}

function within(value: unknown, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true
  const at = timeOf(value)
  if (at === null) return false
  if (from !== undefined && at < Date.parse(from)) return false
  if (to === undefined) return true
  // A day lasts until its end.
  return to.length > 10 ? at <= Date.parse(to) : at < Date.parse(to) + day
}
