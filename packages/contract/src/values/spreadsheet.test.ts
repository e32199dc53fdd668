import { describe, expect, test } from 'vitest'
import { escapeFormulas } from './spreadsheet.ts'

describe('formulas', () => {
  test.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r1', '\n1', '＝1', '＋1', '－1', '＠x', '='])(
    'are escaped where a cell begins as %j does',
    (text) => expect(escapeFormulas(text)).toMatch(/^'[^']/),
  )

  test.each(['=HYPERLINK("x")', '+49 30 555 01415', '-12.50', '-1+cmd|x'])(
    'leave %j whole',
    (text) => expect(escapeFormulas(text)).toBe(`'${text}`),
  )

  test.each([
    '',
    'a=b',
    '’=1',
    ' =1',
    '1-2',
    'a@example.com',
    'see you ;-)',
    'a; b',
    "'=1",
    'ａ＝',
  ])('are none in %j', (text) => expect(escapeFormulas(text)).toBe(text))

  test.each([
    ['a;=b', "a;'=b"],
    ['a\t@b', "a\t'@b"],
    ['a\r\n+1', "a\r\n'+1"],
    ['a\n-x;-(1)', "a\n'-x;'-(1)"],
    ['a;＝b;＋1', "a;'＝b;'＋1"],
  ])('are escaped where a spreadsheet splits at other signs: %j', (text, escaped) =>
    expect(escapeFormulas(text)).toBe(escaped),
  )
})
