import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusals.ts'
import { deletedFromUse, mustHaveNoneBelow, slugOf } from './categories.rules.ts'

type Row = Parameters<typeof deletedFromUse>[0]

const holding = (posts: number, shoppingPosts: number, below = 0): Row =>
  ({
    name: 'Music',
    post_count: posts,
    shopping_post_count: shoppingPosts,
    child_count: below,
  }) as Row

test.each([
  ['Music', 'music'],
  ['  Food & Drink!  ', 'food-drink'],
  ['Ménage à trois', 'menage-a-trois'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
  ['Ёлки 2026', 'елки-2026'],
  ['हिन्दी', 'हिन्दी'],
  ['가나다', '가나다'],
  ['a---b', 'a-b'],
  ['-a-', 'a'],
  ['!?', 'category'],
  ['', 'category'],
])('%j becomes the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a slug is cut at 180 characters, of any script, and ends with none of its hyphens', () => {
  expect(slugOf('x'.repeat(300))).toBe('x'.repeat(180))
  expect(slugOf(`${'x'.repeat(179)} y`)).toBe('x'.repeat(179))
  expect([...slugOf('𝔸𐐨'.repeat(200))]).toHaveLength(180)
})

test('says what stands in a deleted category', () => {
  expect(deletedFromUse(holding(0, 0))).toBe(undefined)
  const posts = (category: Row) =>
    String(deletedFromUse(category)).replace('Category “Music” deleted. It is still used by ', '')
  expect(posts(holding(1, 0))).toBe('1 feed post.')
  expect(posts(holding(0, 2))).toBe('2 shopping posts.')
  expect(posts(holding(2000, 1))).toBe('2,000 feed posts and 1 shopping post.')
})

test('a category with others below it isn’t deleted, and says all that hangs on it', () => {
  expect(() => mustHaveNoneBelow(holding(3, 3))).not.toThrow()
  expect(refusalOf(() => mustHaveNoneBelow(holding(0, 0, 1)))).toEqual({
    code: 'conflict',
    message: '“Music” has 1 subcategory. Move or delete its subcategories first.',
    errors: undefined,
  })
  expect(refusalOf(() => mustHaveNoneBelow(holding(1, 0, 2))).message).toBe(
    '“Music” has 2 subcategories and 1 feed post. Move or delete its subcategories first.',
  )
})
