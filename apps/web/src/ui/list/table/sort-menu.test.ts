// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { sortEnds, sortName } from './sort-menu.tsx'

test('an order is told in words that fit what is sorted', () => {
  const due = { label: 'Due', planned: true, sortName: 'due date' } as const
  expect(sortName('dueAt', due)).toBe('due date')
  expect(sortEnds('dueAt', due)).toEqual(['soonest first', 'latest first'])
  expect([sortName('createdAt'), ...sortEnds('createdAt')]).toEqual([
    'creation',
    'oldest first',
    'newest first',
  ])
  expect(sortName('likeCount', { label: 'Likes' })).toBe('likes')
  expect(sortEnds('likeCount', undefined, 'count')).toEqual(['least first', 'most first'])
  expect(sortEnds('amount', undefined, 'money')).toEqual(['lowest first', 'highest first'])
  expect(sortEnds('name')).toEqual(['A to Z', 'Z to A'])
  const ends = ['from the top', 'from the bottom'] as const
  expect(sortEnds('position', { label: 'Position', sortEnds: ends }, 'count')).toEqual(ends)
})
