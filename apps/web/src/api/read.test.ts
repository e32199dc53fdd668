import { expect, test } from 'vitest'
import { listOf, numberOf, referenceOf, textOf, timeOf } from './read.ts'

test('times are ISO text or epoch milliseconds', () => {
  expect(timeOf('2026-03-01T12:00:00Z')).toBe(1772366400000)
  expect(timeOf(1772366400000)).toBe(1772366400000)
  expect(timeOf('1772366400000')).toBe(1772366400000)
  for (const none of ['', 'soon', null, undefined, Number.NaN, 9e15, {}])
    expect(timeOf(none)).toBeNull()
})

test('references may be objects, names, or nothing', () => {
  expect(referenceOf({ _id: '1', name: 'Ada' })).toEqual({ id: '1', name: 'Ada', image: null })
  expect(referenceOf({ id: 7 })).toEqual({ id: '7', name: null, image: null })
  expect(referenceOf('Ada')).toEqual({ id: null, name: 'Ada', image: null })
  for (const none of [null, undefined, '', {}, 5]) expect(referenceOf(none)).toBeNull()
})

test('what is missing never becomes a word', () => {
  expect(textOf(undefined)).toBeNull()
  expect(textOf({})).toBeNull()
  expect(textOf(0)).toBe('0')
  expect(numberOf('12')).toBe(12)
  expect(numberOf('')).toBeNull()
  expect(numberOf(true)).toBeNull()
  expect(listOf(null)).toEqual([])
  expect(listOf([1, null, 2])).toEqual([1, 2])
})
