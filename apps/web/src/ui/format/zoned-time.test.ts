import { describe, expect, test } from 'vitest'
import { isZone } from '../../api/language/language.ts'
import { cityOf, instantsOf, offsetAt, offsetText, zonedLocal } from './zoned-time.ts'

const iso = (local: string, zone: string) =>
  instantsOf(local, zone).map((at) => new Date(at).toISOString())

describe('the moments at which a zone’s clocks show a time', () => {
  test.each([
    ['2026-12-12T19:00', 'Europe/Lisbon', ['2026-12-12T19:00:00.000Z']],
    ['2026-07-01T19:00', 'Europe/Lisbon', ['2026-07-01T18:00:00.000Z']],
    ['2026-01-01T00:00', 'Asia/Kathmandu', ['2025-12-31T18:15:00.000Z']],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', ['2025-12-31T10:00:00.000Z']],
    ['0099-01-01T00:00', 'UTC', ['0099-01-01T00:00:00.000Z']],
    // The clocks go forward from 1:00 to 2:00, and back from 2:00 to 1:00.
    ['2026-03-29T01:30', 'Europe/Lisbon', []],
    ['2026-03-29T00:59', 'Europe/Lisbon', ['2026-03-29T00:59:00.000Z']],
    ['2026-03-29T02:00', 'Europe/Lisbon', ['2026-03-29T01:00:00.000Z']],
    ['2026-10-25T01:30', 'Europe/Lisbon', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-10-25T02:00', 'Europe/Lisbon', ['2026-10-25T02:00:00.000Z']],
    // By half an hour, in the other hemisphere, and a day that an island left out.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', []],
    ['2011-12-30T12:00', 'Pacific/Apia', []],
    ['2026-12-12', 'Europe/Lisbon', []],
    ['', 'Europe/Lisbon', []],
  ])('%s in %s', (local, zone, expected) => {
    expect(iso(local, zone)).toEqual(expected)
  })

  test('the hours of a year come back as themselves', () => {
    for (const zone of ['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'])
      for (let at = Date.UTC(2026, 0); at < Date.UTC(2027, 0); at += 3 * 3_600_000)
        expect(instantsOf(zonedLocal(at, zone), zone)).toContain(at)
  })
})

test('says offsets and places in words', () => {
  expect([0, 60, -210, 345].map(offsetText)).toEqual(['UTC', 'UTC+1', 'UTC−3:30', 'UTC+5:45'])
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(offsetAt(Date.parse('2026-07-01T00:00:00Z'), 'America/St_Johns')).toBe(-150)
})

test('what is no zone is none', () => {
  expect([isZone('Europe/Lisbon'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false])
  expect(zonedLocal('2026-01-01T00:00:00Z', 'Mars/Base')).toBe('')
})
