import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada king lovelace', 'AL'],
  ['Zoë', 'Z'],
  ['élodie mercier', 'ÉM'],
  ['👩‍👩‍👧 Family', '👩‍👩‍👧F'],
  ['李雨桐', '李'],
  ['يوسف الهاشمي', 'ي'],
  ['“Quoted” (Name)', 'QN'],
  ['   ', ''],
  ['', ''],
])('%s → %s', (name, expected) => expect(initials(name)).toBe(expected))

test('any name has at most two characters, as people count them', () => {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      // Upper case may write one letter as two (ß → SS).
      expect([...graphemes.segment(initials(name))].length).toBeLessThanOrEqual(6)
    }),
  )
})
