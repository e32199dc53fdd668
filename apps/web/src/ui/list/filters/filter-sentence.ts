import { decimalText } from '@steward/contract/values/currency'
import { count } from '../../format/locale.ts'
import { dayText, shortText } from '../../format/time-text.ts'
import type { FilterField, FilterValues } from '../definition/filter-fields.ts'
import type { Choice } from '../definition/list-definition.ts'
import { nameOfId } from './filter-names.ts'

/** One end of a span in words; a day is written as it is counted, at noon so that no zone moves it. */
export const endWords = (end: string) =>
  end.length > 10 ? shortText(Date.parse(end)) : dayText(new Date(`${end}T12:00:00`).getTime())

const orWords = (words: readonly string[]) =>
  words.length > 3
    ? `one of ${words.length}`
    : [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')

const days = (text: string, side: 'last' | 'next') => {
  const n = Number.parseInt(text, 10)
  if (n === 0) return 'today'
  return n === 1 ? `in the ${side} day` : `in the ${side} ${count(n)} days`
}

/** What is asked of a field, as a sentence goes on after its name: `is me`, `at least 1`; amounts in `currency`. */
export function sentence<T>(
  { kind }: FilterField<T>,
  asked: FilterValues,
  named: readonly Choice[],
  currency?: string,
): string {
  const nameOf = (value: string) =>
    (kind === 'person' && value === 'me' && 'me') ||
    (kind === 'id' || kind === 'person'
      ? nameOfId(value, named)
      : (named.find((choice) => choice.value === value)?.label ?? value))
  const amount = (text = '') =>
    kind === 'money' ? (decimalText(BigInt(text), currency ?? 'EUR') ?? text) : count(Number(text))
  const { is, not, min, max, from, to, last, next, empty } = asked
  const parts = [
    is && (kind === 'flag' ? nameOf(is[0] ?? '') : `is ${orWords(is.map(nameOf))}`),
    not && `is not ${orWords(not.map(nameOf))}`,
    min && max && min[0] === max[0] && `is ${amount(min[0])}`,
    min && max && min[0] !== max[0] && `between ${amount(min[0])} and ${amount(max[0])}`,
    min && !max && `at least ${amount(min[0])}`,
    max && !min && `at most ${amount(max[0])}`,
    from && to && `${endWords(from[0] ?? '')} – ${endWords(to[0] ?? '')}`,
    from && !to && `from ${endWords(from[0] ?? '')} on`,
    to && !from && `until ${endWords(to[0] ?? '')}`,
    last && days(last[0] ?? '', 'last'),
    next && days(next[0] ?? '', 'next'),
    empty && (empty[0] === 'true' ? 'is empty' : 'is not empty'),
  ]
  return parts.filter(Boolean).join(' and ')
}
