import { describe, expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

/** A difference as one line: removed words in minuses, added ones in pluses. */
const line = (before: string, after: string) =>
  wordDifference(before, after)
    ?.map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'removed' ? `-${text}-` : `+${text}+`,
    )
    .join('') ?? null

describe('texts word by word', () => {
  test('whole words are told, and blanks go with them', () => {
    expect(line('It rains today.', 'It snowed today.')).toBe('It -rains -+snowed +today.')
    expect(line('one two three four', 'one three four')).toBe('one -two -three four')
  })

  test('words of scripts without Latin letters or blanks are words too', () => {
    expect(line('محمد عبد الرحمن الأنصاري', 'محمد عبد الله الأنصاري')).toBe(
      'محمد عبد -الرحمن -+الله +الأنصاري',
    )
    expect(line('今日は雨です。', '今日は雪です。')).toBe('今日は-雨-+雪+です。')
  })

  test('an emoji of several characters is never cut apart', () => {
    expect(line('The family 👨‍👩‍👧 is here', 'The family 👨‍👩‍👧‍👦 is here')).toBe(
      'The family -👨‍👩‍👧 -+👨‍👩‍👧‍👦 +is here',
    )
  })

  test('both texts can be read out of it', () => {
    const [before, after] = ['a b c\nd e f g', 'a c\nd x e  f g']
    const stretches = wordDifference(before, after) ?? []
    const without = (kind: string) =>
      stretches.flatMap((each) => (each.kind === kind ? [] : [each.text])).join('')
    expect(without('added')).toBe(before)
    expect(without('removed')).toBe(after)
  })

  test('texts with little in common are two texts', () => {
    expect(line('The hall is rented out', 'Nobody paid for anything here')).toBeNull()
  })

  test('texts that take too long to compare are two texts, soon', () => {
    const words = (seed: number) =>
      Array.from({ length: 60_000 }, (_, at) => `w${(at * seed) % 59_999}`).join(' ')
    const [before, after] = [words(7), words(11)]
    const began = performance.now()
    expect(wordDifference(before, after)).toBeNull()
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
