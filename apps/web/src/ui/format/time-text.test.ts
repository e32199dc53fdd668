import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { describe, expect, onTestFinished, test } from 'vitest'
import { columnTime, dayText, relativeText, timeWords } from './time-text.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const minute = 60_000
const day = 1440 * minute

test.each([
  [0, 'now'],
  [-59_999, 'now'],
  [-minute, '1 minute ago'],
  [-59.9 * minute, '59 minutes ago'],
  [-60 * minute, '1 hour ago'],
  [-47 * 60 * minute, '1 day ago'],
  [3 * day, 'in 3 days'],
  [-30 * day, '1 month ago'],
  [-364 * day, '11 months ago'],
  [-365 * day, '1 year ago'],
  [-800 * day, '2 years ago'],
])('%d ms → %s', (away, expected) => expect(relativeText(now + away, now)).toBe(expected))

describe('a time as people mean it', () => {
  const words = (iso: string, form = {}) =>
    timeWords(Date.parse(iso), now, { zone: 'UTC', ...form }).replaceAll(/\s/gu, ' ')

  test('what happened: how long ago for seven days, then its date', () => {
    expect(words('2026-06-15T11:55:00Z')).toBe('5 minutes ago')
    expect(words('2026-06-09T11:55:00Z')).toBe('6 days ago')
    expect(words('2026-03-03T12:00:00Z')).toBe('Mar 3')
    expect(words('2025-03-03T12:00:00Z')).toBe('Mar 3, 2025')
  })

  test('what is planned: its date and hour, near or far, with the year where it is another one', () => {
    const planned = { kind: 'planned' }
    expect(words('2026-12-12T18:00:00Z', planned)).toBe('Sat, Dec 12, 6:00 PM UTC')
    expect(words('2026-06-15T12:05:00Z', planned)).toBe('Mon, Jun 15, 12:05 PM UTC')
    expect(words('2027-01-09T05:06:00Z', planned)).toBe('Sat, Jan 9, 2027, 5:06 AM UTC')
  })

  test('a day has no hour, and a midnight in UTC is the same day in every zone', () => {
    const due = { kind: 'planned', day: true, zone: 'America/Los_Angeles' }
    expect(words('2026-12-12T00:00:00Z', due)).toBe('Sat, Dec 12')
    expect(words('2026-12-12T02:00:00Z', due)).toBe('Fri, Dec 11')
    expect(words('2026-03-12T00:00:00Z', { ...due, kind: 'past' })).toBe('Mar 12')
  })

  test('a person may want all of them in one way', () => {
    expect(words('2026-12-12T18:00:00Z', { kind: 'planned', style: 'relative' })).toBe(
      'in 5 months',
    )
    expect(words('2026-06-15T11:55:00Z', { style: 'dates' })).toBe('Mon, Jun 15, 11:55 AM UTC')
  })
})

describe('in Arabic', () => {
  const inArabic = () => {
    const english = currentTranslator()
    onTestFinished(() => setTranslator(english))
    setTranslator(translator({ language: 'ar', locale: 'ar', timeZone: 'UTC' }))
  }

  test('a date has its month in words, as dates beside it', () => {
    inArabic()
    expect(dayText(now)).toBe('15 يونيو 2026')
  })

  test('a column has room for one hour, which is longer than 59 minutes', () => {
    inArabic()
    const room = columnTime(Date.now(), {})
    for (const ago of [minute, 59 * minute, 60 * minute, 3 * 60 * minute, day, 2 * day])
      expect(relativeText(now - ago, now).length).toBeLessThanOrEqual(room.length)
  })
})
