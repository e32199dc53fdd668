import { expect, it } from 'vitest'
import { compiled, languageCodes, readCatalog } from '../src/catalog.ts'
import { translator } from '../src/reader.ts'
import { brokenLines, problemsWith } from './catalogs.ts'

const problemOf = (language: string, message: string, translation: string) =>
  problemsWith(language, message, translation)

it.each([
  ['de', 'Bill {number} deleted.', 'Rechnung gelöscht.', ['lost {number}']],
  ['de', 'Bill {number} deleted.', 'Rechnung {nummer}', ['lost {number}', 'unknown {nummer}']],
  ['de', 'Sent to <b>{to}</b>', 'Gesendet an {to}', ['lost <b>', 'lost </b>']],
  [
    'de',
    '{n, plural, one {#} other {#}}',
    '{n, plural, other {#}}',
    ['the plural of {n} lacks one; the language has one, other'],
  ],
  [
    'ar',
    '{n, plural, one {#} other {#}}',
    '{n, plural, one {#} other {#}}',
    [
      'the plural of {n} lacks few, many, two, zero; the language has zero, one, two, few, many, other',
    ],
  ],
  ['ja', '{n, plural, one {#} other {#}}', '{n, plural, other {#}}', []],
  [
    'de',
    '{k, select, a {x} other {y}}',
    '{k, select, other {y}}',
    ['the select of {k} lacks a, which stays in English'],
  ],
  [
    'de',
    '{n, plural, one {# row} other {# rows}}',
    '{n, plural, one {# Zeile} few {# Zeilen} other {Zeilen}}',
    ['the plural of {n} has few; the language has one, other', 'nowhere writes {n} or its #'],
  ],
  ['de', '{n, plural, one {# has} other {# have}}', '{n} {n, plural, one {hat} other {haben}}', []],
  ['de', 'Open {app}', '{app}} öffnen', ['has a brace that opens or closes nothing']],
  ['de', 'Read <b>this</b>', '</b>Dies<b> lesen', ['has a tag that isn’t closed']],
  ['de', '{n} rows', '{n, plural, one {# Zeile} other {# Zeilen}}', []],
  ['de', 'Save', '  ', ['has blanks for a translation']],
])('a translation into %s: %s → %s', (language, message, translation, problems) => {
  expect(problemOf(language, message, translation)).toEqual(problems)
})

it.each(['{n Zeilen', '{n, plurale, one {#} other {#}}', 'Alle {Zeilen'])(
  'says that %s can’t be read, and nothing else of it',
  (translation) => {
    expect(problemOf('de', '{n} rows', translation)).toEqual([
      expect.stringMatching(/can’t be read/),
    ])
  },
)

it('names the lines of a file that aren’t texts in straight quotes', () => {
  const whole = '# Ada\n\nmsgctxt "a"\nmsgid "Sa\\"ve"\nmsgstr ""\n"Spei"\n"chern"\n'
  expect(brokenLines(whole)).toEqual([])
  const broken = ['msgstr “Speichern”', 'msgstr Speichern', 'msgstr "Speichern', 'Speichern']
  for (const line of broken) expect(brokenLines(`msgid "Save"\n${line}`)).toHaveLength(1)
})

it('leaves out what can’t be read, so that English is shown', () => {
  expect(() => compiled('{n Zeilen')).toThrow()
})

it.each(languageCodes())('the messages of the specification stay as they are in %s', (language) => {
  const exact = [
    'Session expired or unauthorized access, please log in.',
    'Unexpected Application Error!',
    'Reset email sent',
    'Failed to send reset email',
  ]
  const { t } = translator({ language, locale: language }, readCatalog(language))
  expect(exact.map((message) => t(message))).toEqual(exact)
})
