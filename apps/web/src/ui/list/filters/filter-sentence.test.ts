import { expect, test } from 'vitest'
import { dayText } from '../../format/time-text.ts'
import type { FieldKind, FilterValues } from '../definition/filter-fields.ts'
import { sentence } from './filter-sentence.ts'

const day = dayText(new Date('2026-01-02T12:00:00').getTime())

test.each<[FieldKind, FilterValues, string]>([
  ['choices', { is: ['on', 'off'] }, 'is On or off'],
  ['choices', { is: ['a', 'b', 'c', 'd'] }, 'is one of 4'],
  ['choices', { not: ['on'] }, 'is not On'],
  ['person', { is: ['me'] }, 'is me'],
  ['flag', { is: ['on'] }, 'On'],
  ['number', { min: ['1'] }, 'at least 1'],
  ['number', { max: ['1200'] }, 'at most 1,200'],
  ['number', { min: ['1'], max: ['5'] }, 'between 1 and 5'],
  ['money', { min: ['1250'] }, 'at least 12.50'],
  ['time', { last: ['7d'] }, 'in the last 7 days'],
  ['time', { next: ['1d'] }, 'in the next day'],
  ['time', { last: ['0d'] }, 'today'],
  ['time', { from: ['2026-01-02'] }, `from ${day} on`],
  ['time', { to: ['2026-01-02'] }, `until ${day}`],
  ['text', { empty: ['true'] }, 'is empty'],
  ['text', { empty: ['false'] }, 'is not empty'],
])('%s %o reads “%s”', (kind, asked, words) => {
  const field = { key: 'x', label: 'X', kind, suffixes: [], ends: { from: '', to: '' } } as const
  expect(sentence(field, asked, [{ value: 'on', label: 'On' }])).toBe(words)
})
