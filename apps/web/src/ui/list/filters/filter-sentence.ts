import { decimalText } from '@steward/contract/values/currency'
import { count, t } from '@steward/i18n/reader'
import { moneyText } from '../../format/money-text.ts'
import { inRow } from '../../format/phrases.ts'
import { dayText, shortText } from '../../format/time-text.ts'
import type { FilterField, FilterValues } from '../definition/filter-fields.ts'
import type { Choice } from '../definition/list-definition.ts'
import { nameOfId } from './filter-names.ts'

/** One end of a span in words; a day is written as it is counted, at noon so that no zone moves it. */
export const endWords = (end: string) =>
  end.length > 10 ? shortText(Date.parse(end)) : dayText(new Date(`${end}T12:00:00`).getTime())

function orWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  const others = words.slice(0, -1)
  // i18n: {others} is one word, or several such as “Ann, Bea”
  return others.length === 0 ? last : t('{others} or {last}', { others: inRow(others), last })
}

// i18n: comes after the name of a field, as in “Status is Open or Closed”
const isWords = (words: readonly string[]) =>
  words.length > 3
    ? t('is one of {count}', { count: words.length })
    : // i18n: comes after the name of a field, as in “Status is Open or Closed”
      t('is {value}', { value: orWords(words) })

const isNotWords = (words: readonly string[]) =>
  words.length > 3
    ? // i18n: comes after the name of a field, as in “Status is not one of 4”
      t('is not one of {count}', { count: words.length })
    : // i18n: comes after the name of a field, as in “Status is not Open”
      t('is not {value}', { value: orWords(words) })

function dayWords(text: string, side: 'last' | 'next'): string {
  const days = Number.parseInt(text, 10)
  // i18n: comes after the name of a field, as in “Due today”
  if (days === 0) return t('today', {}, 'condition of a filter')
  return side === 'last'
    ? t('{days, plural, one {in the last day} other {in the last # days}}', { days })
    : t('{days, plural, one {in the next day} other {in the next # days}}', { days })
}

export const spanWords = (from: string, to: string) =>
  t('{from} – {to}', { from: endWords(from), to: endWords(to) })

/** The currency of all amounts that filters let through; undefined where it can be one of several. */
export const currencyOf = (filters: Readonly<Record<string, readonly string[]>>) =>
  filters['currency']?.length === 1 && filters['match']?.[0] !== 'any'
    ? filters['currency'][0]
    : undefined

/** What is asked of a field, as a sentence goes on after its name: `is me`, `at least 1`; amounts in `currency`. */
export function sentence<T>(
  { kind }: FilterField<T>,
  asked: FilterValues,
  named: readonly Choice[],
  currency?: string,
): string {
  const nameOf = (value: string) =>
    (kind === 'person' && value === 'me' && t('me', {}, 'as in “Assignee is me”')) ||
    (kind === 'id' || kind === 'person'
      ? nameOfId(value, named)
      : (named.find((choice) => choice.value === value)?.label ?? value))
  const amount = (text = '') =>
    kind === 'money'
      ? ((currency ? moneyText(text, currency) : decimalText(BigInt(text), 'EUR')) ?? text)
      : count(Number(text))
  const { is, not, min, max, from, to, last, next, empty } = asked
  // i18n: all of these come after the name of a field, as in “Amount at least 12.50”
  const parts = [
    is && (kind === 'flag' ? nameOf(is[0] ?? '') : isWords(is.map(nameOf))),
    not && isNotWords(not.map(nameOf)),
    min && max && min[0] === max[0] && isWords([amount(min[0])]),
    min &&
      max &&
      min[0] !== max[0] &&
      t('between {min} and {max}', { min: amount(min[0]), max: amount(max[0]) }),
    min && !max && t('at least {min}', { min: amount(min[0]) }),
    max && !min && t('at most {max}', { max: amount(max[0]) }),
    from && to && spanWords(from[0] ?? '', to[0] ?? ''),
    from && !to && t('from {day} on', { day: endWords(from[0] ?? '') }),
    to && !from && t('until {day}', { day: endWords(to[0] ?? '') }),
    last && dayWords(last[0] ?? '', 'last'),
    next && dayWords(next[0] ?? '', 'next'),
    empty && (empty[0] === 'true' ? t('is empty') : t('is not empty')),
  ]
  const [first = '', ...others] = parts.filter(
    (part): part is string => typeof part === 'string' && part !== '',
  )
  // i18n: two conditions of one field, such as “is not 4” and “at least 1”
  return others.reduce((one, other) => t('{one} and {other}', { one, other }), first)
}
