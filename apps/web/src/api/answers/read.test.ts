import { expect, test } from 'vitest'
import { numberOf, textOf, timeOf } from './read.ts'

test('times are ISO text or epoch milliseconds', () => {
  expect(timeOf('2026-03-01T12:00:00Z')).toBe(1772366400000)
  expect(timeOf(1772366400000)).toBe(1772366400000)
  expect(timeOf('1772366400000')).toBe(1772366400000)
  for (const none of ['', 'soon', null, undefined, Number.NaN, 9e15, {}])
    expect(timeOf(none)).toBeNull()
})

test('what is missing never becomes a word', () => {
  expect(textOf(undefined)).toBeNull()
  expect(textOf({})).toBeNull()
  expect(textOf(0)).toBe('0')
  expect(numberOf('12')).toBe(12)
  expect(numberOf('')).toBeNull()
  expect(numberOf(true)).toBeNull()
})
