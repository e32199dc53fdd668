import { describe, expect, it } from 'vitest'
import { timeReader } from './dates.ts'
import { compileTemplate } from './map/template.ts'
import { FingerprintSet } from './parse/fingerprints.ts'
import { plainDigits, readEmail, readLine, readText } from './values.ts'

const now = new Date('2026-06-01T00:00:00Z')

describe('times', () => {
  it.each([
    ['2017-08-27 00:05:34', [], undefined, '2017-08-27T00:05:34.000Z'],
    ['2017-08-27T00:05:34.1239+02:00', [], undefined, '2017-08-26T22:05:34.123Z'],
    ['2024-02-29', [], undefined, '2024-02-29T00:00:00.000Z'],
    ['1700000000', [], undefined, '2023-11-14T22:13:20.000Z'],
    ['1700000000123', [], undefined, '2023-11-14T22:13:20.123Z'],
    ['1/19/2023', ['M/D/YYYY'], undefined, '2023-01-19T00:00:00.000Z'],
    ['31.12.1999 23:59', ['D.M.YYYY HH:mm'], 'Europe/Berlin', '1999-12-31T22:59:00.000Z'],
    ['2026-07-01 12:00', [], 'America/New_York', '2026-07-01T16:00:00.000Z'],
    ['Aug-62', ['MMM-YY'], undefined, '1962-08-01T00:00:00.000Z'],
    ['1962', ['YYYY'], undefined, '1962-01-01T00:00:00.000Z'],
    ['March 3, 2024 1:05 pm', ['MMMM D, YYYY h:mm a'], undefined, '2024-03-03T13:05:00.000Z'],
    ['2024', ['M/D/YYYY', 'YYYY'], undefined, '2024-01-01T00:00:00.000Z'],
    ['٢٠٢٤-٠١-٠٢', [], undefined, '2024-01-02T00:00:00.000Z'],
    ['3 Sept.  2024, 12:30 a.m.', ['D MMM YYYY, h:mm A'], undefined, '2024-09-03T00:30:00.000Z'],
    ['1.2.46', ['D.M.YY'], undefined, '1946-02-01T00:00:00.000Z'],
    ['1.2.45', ['D.M.YY'], undefined, '2045-02-01T00:00:00.000Z'],
    ['0062-01-01', [], undefined, '0062-01-01T00:00:00.000Z'],
    ['2024-01-01 12:00 UTC', [], 'Asia/Tokyo', '2024-01-01T12:00:00.000Z'],
    // Clocks that skip an hour, and that show one twice.
    ['2026-03-29 02:30', [], 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', [], 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
    ['2026-03-08 02:30', [], 'America/New_York', '2026-03-08T06:30:00.000Z'],
    ['2026-11-01 01:30', [], 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('reads %s', (text, formats, timeZone, iso) => {
    expect(timeReader({ formats, timeZone, now })(text)).toBe(iso)
  })

  it.each([
    ['2/30/2023', ['M/D/YYYY']],
    ['13/1/2023', ['M/D/YYYY']],
    ['2023-02-29', []],
    ['2023-01-01T25:00', []],
    ['2023-01-01T24:00', []],
    ['0000-01-01', []],
    ['yesterday', []],
    ['2023-01-01', ['M/D/YYYY']],
    ['13:00 pm 2024', ['h:mm a YYYY']],
  ])('refuses %s', (text, formats) => {
    expect(() => timeReader({ formats, now })(text)).toThrow()
  })

  it('refuses formats and zones that are none', () => {
    expect(() => timeReader({ formats: ['M/D'] })).toThrow('no year')
    expect(() => timeReader({ formats: ['YYYY MM M'] })).toThrow('twice')
    expect(() => timeReader({ timeZone: 'Mars/Base' })).toThrow('no time zone')
  })
})

describe('templates', () => {
  const fill = (source: string, values: Record<string, string>) =>
    compileTemplate(source).fill((column) => values[column])

  it.each([
    ['{a}: {b}', { a: 'x', b: 'y' }, 'x: y'],
    ['{a}: {b}', { b: 'y' }, 'y'],
    ['{a}: {b}', { a: 'x' }, 'x'],
    ['{a}: {b}', {}, ''],
    ['{a}, {b}, {c}', { a: 'x', c: 'z' }, 'x, z'],
    ['{a} ({b})', { a: 'x' }, 'x'],
    ['{a} - {b}', { b: '-1, (x)' }, '-1, (x)'],
    ['{{{a}}}', { a: 'x' }, '{x}'],
  ])('fills %s', (source, values, text) => {
    expect(fill(source, values)).toBe(text)
  })

  it('refuses a brace alone', () => {
    expect(() => compileTemplate('{a')).toThrow('partner')
  })
})

it('reads digits of every script', () => {
  expect(plainDigits('٠١٢٣٤٥٦٧٨٩ ۰۹ ०९ ０９ 𝟎𝟗')).toBe('0123456789 09 09 09 09')
})

it('counts characters as people do, and never cuts', () => {
  expect(readText('😃'.repeat(200), 200)).toHaveLength(400)
  expect(() => readText('😃'.repeat(201), 200)).toThrow('201 characters')
  expect(() => readText('a\0b', 200)).toThrow('null')
  expect(() => readText('\ud83d', 200)).toThrow('lone surrogate')
})

it('class: control and direction characters', () => {
  for (const sign of ['\u0007', '\u0085', '\u2028', '\u202e', '\u2066', '\ufeff']) {
    expect(() => readLine(`a${sign}b`)).toThrow('must')
    expect(() => readEmail(`a${sign}b@example.com`)).toThrow(/seen|address|must/)
  }
  expect(readLine('Hall;\r\n\twith tables')).toBe('Hall; with tables')
  expect(() => readLine('\u200b')).toThrow('seen')
  expect(readLine('علی‌رضا 👨‍👩‍👧')).toBe('علی‌رضا 👨‍👩‍👧')
  expect(readText('one\r\n\ttwo שלום', 200)).toContain('two')
  for (const text of ['a\u202eb', 'a \u2068שלום\u2069'])
    expect(() => readText(text, 200)).toThrow('direction')
})

it('knows what it has seen', () => {
  const seen = new FingerprintSet()
  const hash = (n: number) => {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32BE((n * 2_654_435_761) % 2 ** 32, 0)
    bytes.writeUInt32BE(n, 4)
    return bytes
  }
  for (let n = 0; n < 20_000; n += 1) expect(seen.add(hash(n), n + 1, 7)).toBeNull()
  for (let n = 0; n < 20_000; n += 1)
    expect(seen.add(hash(n), 0, 0)).toMatchObject({ first: n + 1, second: 7 })
})
