import { expect, test } from 'vitest'
import { sortEnds, sortName } from './sort-words.ts'

test('an order is told in words that fit what is sorted', () => {
  const words = (field: string, label?: string) => [sortName(field, label), ...sortEnds(field)]
  expect(words('dueAt')).toEqual(['due date', 'soonest first', 'latest first'])
  expect(words('createdAt')).toEqual(['creation', 'oldest first', 'newest first'])
  expect(words('at')).toEqual(['time', 'oldest first', 'newest first'])
  expect(words('likeCount', 'Likes')).toEqual(['likes', 'least first', 'most first'])
  expect(words('name', 'Name')).toEqual(['name', 'A to Z', 'Z to A'])
})
