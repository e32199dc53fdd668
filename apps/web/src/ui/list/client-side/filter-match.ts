import { timeOf } from '../../../api/answers/read.ts'
import { askedFields, type FilterField, type FilterValues } from '../definition/filter-fields.ts'
import type { ListDefinition } from '../definition/list-definition.ts'
import { comparedOf, fieldOf } from '../definition/list-matching.ts'
import type { ListState } from '../definition/list-spec.ts'
import { beginsSo } from '../url/first-view.ts'

const day = 86_400_000

/** Makes the test whether a record passes a list's filters: all of them, or any one. */
export function matcherOf<T>(
  definition: ListDefinition<T>,
  state: ListState,
): (record: T) => boolean {
  const all = askedFields(definition, state.filters)
  const isAny = state.filters['match']?.[0] === 'any'
  // What a list begins with leaves out only what says that it is something else.
  const isLenient = beginsSo(state, definition.list)
  return (record) => {
    const each = all
      .filter(({ field }) => !isLenient || fieldOf(record, field.key) !== undefined)
      .map(({ field, asked }) => hasAsked(field, asked, record))
    return isAny && each.length > 0 ? each.includes(true) : !each.includes(false)
  }
}

export function hasAsked<T>(
  { key, passes }: FilterField<T>,
  asked: FilterValues,
  record: T,
  now = Date.now(),
): boolean {
  const { is, not, min, max, from, to, last, next, empty } = asked
  const value = fieldOf(record, key)
  const compared = comparedOf(value) ?? ''
  if (is && !(passes ? passes(record, is) : is.includes(compared))) return false
  if (not?.includes(compared)) return false
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

/** Whether a time is within a span, give or take the day by which time zones differ. */
export function isNear(value: unknown, { from, to }: FilterValues): boolean {
  const at = timeOf(value)
  if (at === null) return true
  const shifted = (by: number) => new Date(at + by).toISOString()
  return within(shifted(day), from?.[0], undefined) && within(shifted(-day), undefined, to?.[0])
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
