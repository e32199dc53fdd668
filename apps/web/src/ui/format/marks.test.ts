import { expect, test } from 'vitest'
import { plain } from '../list/definition/list-matching.ts'
import { excerpt, partsOf } from './marks.tsx'

const found = (text: string, ...words: string[]) =>
  partsOf(text, words.map(plain), plain)
    .filter(([, isFound]) => isFound)
    .map(([part]) => part)

test.each([
  ['Élodie makes crêpes', ['elodie', 'CREPE'], ['Élodie', 'crêpe']],
  ['cre\u0301me', ['creme'], ['cre\u0301me']],
  ['Straße 5', ['strasse'], ['Straße']],
  ['aaa', ['aa'], ['aa']],
  ['İstanbul 👩‍👩‍👧', ['stan'], ['stan']],
  ['ab', ['a', 'b'], ['ab']],
  ['nothing', ['zz', ''], []],
])('in “%s”, %j marks %j', (text, words, expected) =>
  expect(found(text, ...words)).toEqual(expected),
)

test('the parts of a text are that text, and what stands far in is shown', () => {
  const text = `${'word '.repeat(60)}needle and more`
  const parts = partsOf(text, ['needle'], plain)
  expect(parts.map(([part]) => part).join('')).toBe(text)
  const [first, second] = excerpt(parts)
  expect(first?.[0].length).toBeLessThan(60)
  expect(first?.[0].startsWith('… word')).toBe(true)
  expect(second).toEqual(['needle', true])
})
