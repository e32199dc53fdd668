import { expect, test } from 'vitest'
import type { Column } from '../definition/list-definition.ts'
import { movedTo, ordered } from './column-order.ts'

const columns = ['title', 'author', 'likes', 'created', 'actions'].map(
  (key): Column<object> => ({
    key,
    label: key,
    width: 100,
    cell: () => null,
    text: () => '',
    ...(key === 'actions' && { control: true }),
  }),
)
const keys = (order: string[]) => ordered(columns, order).map(({ key }) => key)

test('columns stand as they were moved; one that came since stands where it is defined', () => {
  expect(keys(['title', 'created', 'author'])).toEqual([
    'title',
    'created',
    'author',
    'likes',
    'actions',
  ])
  expect(keys([])).toEqual(['title', 'author', 'likes', 'created', 'actions'])
})

test('the first column stays first and the buttons last, whatever an address says', () => {
  expect(keys(['actions', 'gone', 'likes', 'title'])[0]).toBe('title')
  expect(keys(['actions', 'likes']).at(-1)).toBe('actions')
  expect(movedTo(columns, 'likes', -3)).toEqual(['title', 'likes', 'author', 'created'])
  expect(movedTo(columns, 'author', 99)).toEqual(['title', 'likes', 'created', 'author'])
})
