import { setTranslator, translator } from '@steward/i18n/reader'
import { afterEach, describe, expect, test } from 'vitest'
import { readAmount, typedAmount } from './amount.ts'
import { instantOf, localDay, localTime } from './local-time.ts'
import { moneyText } from './money-text.ts'
import { dateText, relativeText, shortText } from './time-text.ts'
import { instantIn } from './zoned-time.ts'

const readAs = (language: string, more: object = {}) =>
  setTranslator(translator({ language, locale: language, ...more }))
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ')

afterEach(() => readAs('en'))

const now = Date.parse('2026-11-28T12:00:00Z')

describe('dates and numbers', () => {
  test('are in the language of the words', () => {
    readAs('de', { timeZone: 'Europe/Berlin' })
    expect(dateText(now, now, { kind: 'planned' })).toBe('Sa., 28. Nov., 13:00')
    expect(relativeText(now - 5 * 60_000, now)).toBe('vor 5 Minuten')
    expect(plain(moneyText(123456, 'EUR'))).toBe('1.234,56 €')
    readAs('fr', { timeZone: 'Europe/Paris' })
    expect(relativeText(now - 40 * 3_600_000, now)).toBe('il y a 1 jour')
    readAs('ja', { timeZone: 'Asia/Tokyo' })
    expect(dateText(now, now, { kind: 'planned' })).toBe('11月28日(土) 21:00')
  })

  test('have the plurals of Arabic and the calendar of Persian', () => {
    readAs('ar')
    expect([2, 3, 11].map((days) => relativeText(now - days * 86_400_000, now))).toEqual([
      'قبل يومين',
      'قبل 3 أيام',
      'قبل 11 يومًا',
    ])
    readAs('fa', { timeZone: 'UTC' })
    expect(shortText(now)).toContain('۱۴۰۵')
  })

  test('follow the clock and the shape of numbers that were chosen', () => {
    const at = Date.parse('2026-11-28T18:30:00Z')
    readAs('en', { locale: 'en-u-hc-h23', timeZone: 'UTC' })
    expect(dateText(at, at, { kind: 'planned' })).toContain('18:30')
    readAs('de', { locale: 'de-u-hc-h12', timeZone: 'UTC' })
    expect(plain(dateText(at, at, { kind: 'planned' }))).toContain('6:30 PM')
    readAs('en', { numbers: 'de' })
    expect(plain(moneyText(123456, 'EUR'))).toBe('1.234,56 €')
  })
})

describe('an amount is typed as the reader writes it', () => {
  test('with a decimal comma where that is theirs', () => {
    readAs('de')
    expect(readAmount('12,50', 'EUR')).toEqual({ minor: 1250 })
    expect(typedAmount(1250, 'EUR')).toBe('12,50')
    expect(readAmount('12.50', 'EUR')).toEqual({ error: 'Use a decimal comma, such as 12,50' })
    expect(readAmount('1.234,50', 'EUR')).toEqual({
      error: 'Leave out thousands separators, such as 1234,50',
    })
  })
})

describe('two people in two zones', () => {
  // In Berlin clocks go back an hour on 25 October 2026, in New York on 1 November.
  const instants = [
    '2026-10-24T22:30:00.000Z',
    '2026-10-31T23:30:00.000Z',
    '2026-03-29T00:30:00.000Z',
  ]

  test.each(instants)('read and type the same instant, %s', (instant) => {
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']) {
      readAs('en', { timeZone })
      expect(instantOf(localTime(instant))).toBe(instant)
    }
  })

  test('each on the day of their own clocks', () => {
    const days = ['Europe/Berlin', 'America/New_York'].map((timeZone) => {
      readAs('en', { timeZone })
      return localDay('2026-10-24T22:30:00.000Z')
    })
    expect(days).toEqual(['2026-10-25', '2026-10-24'])
  })

  test('an hour that clocks skip counts as if they hadn’t', () => {
    expect(new Date(instantIn('2026-03-29T02:30', 'Europe/Berlin')).toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    )
  })
})
