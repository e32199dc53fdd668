import { msg, t } from '@steward/i18n/reader'
import type { FieldKind, FilterField, FilterValues } from '../definition/filter-fields.ts'

const operators = {
  is: msg('is', 'condition of a filter'),
  not: msg('is not', 'condition of a filter'),
  min: msg('at least', 'condition of a filter'),
  max: msg('at most', 'condition of a filter'),
  between: msg('between', 'condition of a filter'),
  last: msg('in the last', 'condition of a filter'),
  next: msg('in the next', 'condition of a filter'),
  today: msg('today', 'condition of a filter'),
  from: msg('on or after', 'condition of a filter'),
  to: msg('on or before', 'condition of a filter'),
  span: msg('between', 'condition of a filter'),
  empty: msg('is empty', 'condition of a filter'),
  given: msg('is not empty', 'condition of a filter'),
} as const

export type Operator = keyof typeof operators

export const askedAlone: Partial<Record<Operator, FilterValues>> = {
  today: { last: ['0d'] },
  empty: { empty: ['true'] },
  given: { empty: ['false'] },
}

/** The operators of a field as choices, the most likely first. */
export function operatorsOf({
  kind,
  suffixes,
}: FilterField<unknown>): { value: Operator; label: string }[] {
  const ofChoices: Operator[] = suffixes.includes('not') ? ['is', 'not'] : ['is']
  const all: Operator[] = [
    ...(ofKind[kind] ?? ofChoices),
    ...(suffixes.includes('empty') ? (['empty', 'given'] as const) : []),
  ]
  return all.map((value) => ({ value, label: t(operators[value]) }))
}

const ofKind: Partial<Record<FieldKind, readonly Operator[]>> = {
  number: ['min', 'max', 'between'],
  money: ['min', 'max', 'between'],
  time: ['last', 'next', 'today', 'from', 'to', 'span'],
  text: [],
}

/** The operator that a field is filtered by; undefined for none. */
export function operatorOf(asked: FilterValues): Operator | undefined {
  if (asked.empty) return asked.empty[0] === 'true' ? 'empty' : 'given'
  if (asked.last?.[0] === '0d' || asked.next?.[0] === '0d') return 'today'
  if (asked.min && asked.max) return 'between'
  if (asked.from && asked.to) return 'span'
  return (['is', 'not', 'min', 'max', 'last', 'next', 'from', 'to'] as const).find(
    (name) => asked[name],
  )
}
