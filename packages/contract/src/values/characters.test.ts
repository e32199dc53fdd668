import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { emailAddress, personName } from '../accounts/credentials.ts'
import { usersEndpoints } from '../users/users.ts'
import { flawOfLine, flawOfText } from './characters.ts'
import { line, maybeLine, note } from './text.ts'

const userFields = usersEndpoints['users.create'].body.shape

const point = (from: number, to = from) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))

/** What no line may hold, anywhere in it. */
const forbidden = fc.oneof(
  point(0x00, 0x1f),
  point(0x7f, 0x9f),
  point(0x2028, 0x2029),
  point(0x202a, 0x202e),
  point(0x2066, 0x206f),
  point(0xfeff),
  point(0xfff9, 0xfffb),
  point(0xfdd0, 0xfdef),
  point(0xe0000, 0xe007f),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
)

/** Names that people have, and what stands in texts of every script. */
const names = [
  'Ada Lovelace',
  '👨‍👩‍👧‍👦 Familie',
  '❤️ Nähkreis',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scots',
  'علی‌رضا',
  'محمد\u200f (مدير)',
  'שָׁלוֹם',
  'नमस्ते',
  'ภาษา\u200bไทย',
  'a\u0301\u0323',
  'O’Brien-Łukasz',
  '1️⃣',
  '\u061cعربي',
]

const schemas = {
  'name of a record': line(),
  'line that may be missing': maybeLine(),
  'name of a person': personName(),
  phone: userFields.phone,
  location: userFields.location,
}

describe.each(Object.entries(schemas))('the characters of a %s', (_, schema) => {
  test('class: control and direction characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        forbidden,
        fc.string(),
        (before, sign, after) => {
          const text = `x${before}${sign}${after}x`
          expect(schema.safeParse(text).success).toBe(false)
        },
      ),
    )
  })

  it.each(names)('%s is a name', (name) => {
    expect(schema.parse(name)).toBe(name)
  })
})

test('class: a name that nobody can see', () => {
  for (const name of ['\u200b', '\u200d\u2060', '\u3164', '\u2800 \u00ad', '\u200e']) {
    expect(line().safeParse(name).error?.issues[0]?.message).toContain('seen')
    expect(personName().safeParse(name).success).toBe(false)
  }
})

test('class: addresses that look alike for what can’t be seen in them', () => {
  for (const sign of [
    '\u200b',
    '\u200d',
    '\u00ad',
    '\u202e',
    '\u200f',
    '\ufe0f',
    '\u2028',
    '\x07',
  ]) {
    for (const schema of [emailAddress(), userFields.email]) {
      expect(schema.safeParse(`some${sign}body@example.com`).success).toBe(false)
      expect(schema.safeParse(`somebody@exa${sign}mple.com`).success).toBe(false)
    }
  }
  for (const address of ['josé@exämple.com', 'δοκιμή@παράδειγμα.δοκιμή', 'a+b@host']) {
    expect(emailAddress().parse(address)).toBe(address)
  }
})

test('what is wrong stands in words', () => {
  expect(flawOfLine('one\ntwo')).toBe('must be a single line')
  expect(flawOfLine('a\u0007b')).toBe('must not hold control characters')
  expect(flawOfLine('photo\u202egpj.exe')).toContain('direction')
  expect(flawOfLine('')).toBeNull()
})

describe('a text of several lines', () => {
  test('line breaks and tabs are fine', () => {
    for (const text of ['a\r\n\tb\n', ...names]) {
      expect(note().parse(text)).toBe(text)
    }
  })

  test('class: direction characters in a text, also in pairs', () => {
    for (const text of [
      '\u202eabc',
      '\u202dabc\u202c',
      'a\u2067b',
      'a\u2069',
      '\u2067\n\u2069',
      '\u202a\u2066\u202c\u2069',
      'x \u2068שלום\u2069 y',
      '\u202bא\u202aa\u202cב\u202c',
    ]) {
      expect(flawOfText(text)).toContain('direction')
      expect(note().safeParse(text).success).toBe(false)
    }
  })

  test('class: control characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(point(0, 8), point(0x0b, 0x0c), point(0x0e, 0x1f), point(0x7f, 0x9f)),
        (sign) => {
          expect(note().safeParse(`a${sign}b`).success).toBe(false)
        },
      ),
    )
  })
})
