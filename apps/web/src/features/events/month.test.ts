import { expect, test } from 'vitest'
import { dayName, monthOf } from './month.ts'

test('a month has whole weeks from Monday', () => {
  const { weeks, previous, next } = monthOf('2026-11', 0)
  const days = weeks.flat().map(dayName)
  expect([days[0], days.at(-1), weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  expect([previous, next]).toEqual(['2026-10', '2026-12'])
  expect(monthOf('2027-02', 0).weeks).toHaveLength(4)
})

test('what is no month is this one', () => {
  const now = new Date(2026, 4, 15).getTime()
  for (const name of [undefined, '', '2026-13', 'x'])
    expect(monthOf(name, now).name).toBe('2026-05')
})
