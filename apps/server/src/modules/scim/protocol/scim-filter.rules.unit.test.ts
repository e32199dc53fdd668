import { describe, expect, test } from 'vitest'
import { ScimError } from './scim-error.ts'
import { fits, parseFilter } from './scim-filter.rules.ts'

function refusal(text: string): string | undefined {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof ScimError) return error.scimType
    throw error
  }
  return undefined
}

describe('a filter', () => {
  test.each([
    ['userName eq "ada"', { op: 'eq', attrPath: 'userName', compValue: 'ada' }],
    ['userName EQ "a\\"b\\\\c\\u00e9"', { op: 'eq', attrPath: 'userName', compValue: 'a"b\\cé' }],
    [
      'title eq "x and y) or z eq \\"1\\""',
      { op: 'eq', attrPath: 'title', compValue: 'x and y) or z eq "1"' },
    ],
    ['active eq true', { op: 'eq', attrPath: 'active', compValue: true }],
    ['title pr', { op: 'pr', attrPath: 'title' }],
    [
      'emails[type eq "work" and value co "@x"]',
      {
        op: '[]',
        attrPath: 'emails',
        valFilter: {
          op: 'and',
          filters: [
            { op: 'eq', attrPath: 'type', compValue: 'work' },
            { op: 'co', attrPath: 'value', compValue: '@x' },
          ],
        },
      },
    ],
    [
      'a eq "1" or b eq "2" and not (c eq "3")',
      {
        op: 'or',
        filters: [
          { op: 'eq', attrPath: 'a', compValue: '1' },
          {
            op: 'and',
            filters: [
              { op: 'eq', attrPath: 'b', compValue: '2' },
              { op: 'not', filter: { op: 'eq', attrPath: 'c', compValue: '3' } },
            ],
          },
        ],
      },
    ],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected)
  })

  test.each([
    ['nothing compared', 'userName eq'],
    ['no operator', 'userName'],
    ['an unknown operator', 'userName is "x"'],
    ['an unclosed bracket', '(userName eq "x"'],
    ['an unclosed text', 'userName eq "x'],
    ['a text with a line break', 'userName eq "a\nb"'],
    ['text without quotes', 'userName eq x'],
    ['an object', 'userName eq {}'],
    ['what follows it', 'userName eq "x" y'],
    ['another escape', 'userName eq "\\x"'],
    ['SQL', `userName eq "x"; drop table users`],
  ])('is refused for %s', (_, text) => {
    expect(refusal(text)).toBe('invalidFilter')
  })

  test.each([
    ['long', `userName eq "${'x'.repeat(2_000)}"`],
    ['deep', `${'('.repeat(11)}userName eq "x"${')'.repeat(11)}`],
    ['denied over and over', `${'not ('.repeat(11)}a eq "x"${')'.repeat(11)}`],
    ['wide', Array.from({ length: 51 }, () => 'a eq "x"').join(' or ')],
    // Within an unclosed text, the parser alone would take years.
    ['of line breaks', `userName eq "${'\n'.repeat(60)}`],
    ['of escapes', `userName eq "${'\\'.repeat(1_900)}`],
  ])('that is %s is refused at once', (_, text) => {
    expect(refusal(text)).toBe('invalidFilter')
  })

  test('selects values by their parts, whatever the case', () => {
    const value = { type: 'Work', value: 'ada@x.example', primary: true }
    for (const fitting of [
      'type eq "work"',
      'TYPE eq "WORK"',
      'primary eq true',
      'primary eq "True"',
      'value co "@X"',
      'value sw "ada"',
      'value ew ".example"',
      'type ne "home"',
      'display ne "x"',
      'not (type eq "home")',
      'type eq "home" or primary eq true',
      'value pr',
    ])
      expect([fitting, fits(parseFilter(fitting), value)]).toEqual([fitting, true])
    for (const other of ['type eq "home"', 'display pr', 'type eq "work" and primary eq false'])
      expect([other, fits(parseFilter(other), value)]).toEqual([other, false])
  })
})
