import { setTranslator, translator } from '@steward/i18n/reader'
import { afterEach, expect, test } from 'vitest'
import { dayOf, monthOf } from './month.ts'

const readAs = (more: object) =>
  setTranslator(translator({ language: 'en', locale: 'en', ...more }))
afterEach(() => readAs({}))

test('a month has whole weeks from Monday', () => {
  const { weeks, previous, next } = monthOf('2026-11', 0)
  const days = weeks.flat()
  expect([days[0], days.at(-1), weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  expect([previous, next]).toEqual(['2026-10', '2026-12'])
  expect(monthOf('2027-02', 0).weeks).toHaveLength(4)
  // The clocks go back in this month, and a year ends in the next.
  expect(new Set(monthOf('2026-10', 0).weeks.flat()).size).toBe(35)
  expect(monthOf('2026-12', 0).next).toBe('2027-01')
})

test.each([
  [{ firstDay: 7 }, '2026-11-01'],
  [{ firstDay: 6 }, '2026-10-31'],
  [{ locale: 'en-US' }, '2026-11-01'],
  [{ locale: 'en-GB' }, '2026-10-26'],
  [{ language: 'de', locale: 'de' }, '2026-10-26'],
  [{ language: 'ar', locale: 'ar-EG' }, '2026-10-31'],
  [{ locale: 'en-US', firstDay: 1 }, '2026-10-26'],
])('its weeks begin on the reader’s first day: %j', (reader, first) => {
  readAs(reader)
  expect(monthOf('2026-11', 0).weeks[0]?.[0]).toBe(first)
})

test('what is no month is this one, by the reader’s clocks', () => {
  const now = Date.parse('2026-05-31T23:30:00Z')
  readAs({ timeZone: 'UTC' })
  for (const name of [undefined, '', '2026-13', 'x'])
    expect(monthOf(name, now).name).toBe('2026-05')
  readAs({ timeZone: 'Asia/Tokyo' })
  expect([monthOf('', now).name, dayOf(now)]).toEqual(['2026-06', '2026-06-01'])
})
