import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
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
  ['रोहन जोशी', 'रोजो'],
  ['क्षमा श्री', 'क्षश्री'],
  ['e\u0301lodie மீனா', 'E\u0301மீ'],
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

test.each(['रोहन जोशी', 'மீனா ரவி', 'Ngu\u0303 Le\u0302', 'Ada King'])(
  '%s needs nothing that the browser has to load first',
  (name) => {
    const segmenting = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    expect(initials(name)).not.toBe('')
    expect(segmenting).not.toHaveBeenCalled()
    segmenting.mockRestore()
  },
)
