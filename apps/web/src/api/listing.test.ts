import { expect, test } from 'vitest'
import { readListing } from './listing.ts'

const ids = (answer: unknown, named?: string) =>
  readListing(answer, { under: named }).rows.map(({ id }) => id)

test('takes data as an array, with pagination beside it', () => {
  const listing = readListing({
    data: [{ _id: 'a' }, { id: 'b' }],
    pagination: { page: 1, limit: 25, total: 2, totalPages: 1 },
  })
  expect(listing.rows.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(listing.pagination).toEqual({ page: 1, limit: 25, total: 2, totalPages: 1 })
})

test('takes data as an object with the list under its name, or under any', () => {
  expect(ids({ data: { tags: ['x'], posts: [{ _id: 'p' }] } }, 'posts')).toEqual(['p'])
  expect(ids({ data: { items: [{ _id: 'i' }] } }, 'posts')).toEqual(['i'])
})

test('ids that are missing or not their own become places', () => {
  expect(ids({ data: [{}, { _id: 'a' }, { _id: 'a' }, { id: 5 }] })).toEqual([
    'row-0',
    'a',
    'row-2',
    '5',
  ])
})

test('completes a pagination, and knows none without a total', () => {
  const of = (pagination: unknown) => readListing({ data: { users: [{}], pagination } }).pagination
  expect(of({ page: '2', limit: 10, total: 41 })).toEqual({
    page: 2,
    limit: 10,
    total: 41,
    totalPages: 5,
  })
  expect(of({ page: 1 })).toBeNull()
  expect(of(undefined)).toBeNull()
  expect(of({ total: -1 })).toBeNull()
})

test('nothing is an empty list; what can be no list is refused', () => {
  expect(ids({ message: 'ok', data: null })).toEqual([])
  expect(ids({ data: [null, 'text', 4, { _id: 'a' }] })).toEqual(['a'])
  expect(() => ids({ data: [null, 'text', 4] })).toThrow('no list')
  expect(() => readListing({ data: { name: 'x' } })).toThrow('no list')
  expect(() => readListing({ data: 'text' })).toThrow('no list')
})
