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

const components = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no icon has a size in px, which would stay small beside large text', () => {
  const icons = Object.entries(components).flatMap(([path, text]) =>
    [...text.matchAll(/<(?:\w+\.)?Icon\w*\b[^>]*?\bsize=[^>]*?>/g)].map(
      ([tag]) => `${path}: ${tag}`,
    ),
  )
  expect(icons.length).toBeGreaterThan(100)
  expect(icons.filter((tag) => /size=\{[^}]*\d/.test(tag) && !/rem/i.test(tag))).toEqual([])
})
