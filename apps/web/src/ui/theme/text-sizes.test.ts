import { expect, test } from 'vitest'

const styles = import.meta.glob<string>('../../**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no text has a size or a line in px, which would not grow with what somebody set', () => {
  expect(Object.keys(styles).length).toBeGreaterThan(50)
  const found = Object.entries(styles).flatMap(([path, text]) =>
    [...text.matchAll(/(?:font-size|line-height|font):[^;]*\dpx/g)].map(
      ([what]) => `${path}: ${what}`,
    ),
  )
  expect(found).toEqual([])
})
