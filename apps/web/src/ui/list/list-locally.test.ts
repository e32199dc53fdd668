import { expect, test } from 'vitest'
import type { DeepPartial } from '../../api/read.ts'
import { listLocally } from './list-locally.ts'
import type { ListState } from './list-search.ts'
import { sampleDefinition as definition, type Sample } from './test-definition.ts'

const state: ListState = {
  page: 1,
  limit: 25,
  search: '',
  sort: '-createdAt',
  filters: {},
  columns: null,
  open: null,
}
const records: DeepPartial<Sample>[] = [
  {
    _id: 'a',
    name: 'Élodie',
    status: 'on',
    online: true,
    size: 10,
    createdAt: '2026-01-31T23:59:59Z',
  },
  { _id: 'b', name: 'item 10', status: 'off', size: 9, createdAt: '2026-02-01T00:00:00Z' },
  { _id: 'c', name: 'Item 9', status: 'new', owner: { _id: 'o', name: 'O' } },
  { _id: 'd' },
]
const rows = records.map((record) => ({ id: String(record._id), record }))
const ids = (change: Partial<ListState>) =>
  listLocally(rows, { ...state, ...change }, definition).rows.map(({ id }) => id)

test('pages what it has, and says where it stands', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: `${index}`, record: {} }))
  const page = listLocally(many, { ...state, page: 3 }, definition)
  expect(page.rows.map(({ id }) => id)).toEqual(many.slice(50).map(({ id }) => id))
  expect(page.pagination).toEqual({ page: 3, limit: 25, total: 60, totalPages: 3 })
  expect(listLocally(many, { ...state, page: 9 }, definition).rows).toEqual([])
  expect(listLocally([], state, definition).pagination.totalPages).toBe(0)
})

test('searches any part of a word, whatever its case and accents', () => {
  expect(ids({ search: ' ELOD ' })).toEqual(['a'])
  expect(ids({ search: 'tem' })).toEqual(['b', 'c'])
  expect(ids({ search: 'zzz' })).toEqual([])
})

test('sorts numbers, words and times; what has none comes last', () => {
  expect(ids({ sort: 'size' })).toEqual(['b', 'a', 'c', 'd'])
  expect(ids({ sort: '-size' })).toEqual(['a', 'b', 'c', 'd'])
  expect(ids({ sort: 'name' })).toEqual(['a', 'c', 'b', 'd'])
  expect(ids({ sort: 'createdAt' })).toEqual(['a', 'b', 'c', 'd'])
  expect(ids({ sort: '-createdAt' })).toEqual(['b', 'a', 'c', 'd'])
  expect(ids({ sort: '-status' })).toEqual(['c', 'a', 'b', 'd'])
})

test('filters by words, flags, references and days, both ends included', () => {
  expect(ids({ filters: { status: ['on', 'new'] } })).toEqual(['a', 'c'])
  expect(ids({ filters: { online: ['true'] } })).toEqual(['a'])
  expect(ids({ filters: { owner: ['o'] } })).toEqual(['c'])
  expect(ids({ filters: { from: ['2026-01-31'], to: ['2026-01-31'] } })).toEqual(['a'])
  expect(ids({ filters: { from: ['2026-02-01'] } })).toEqual(['b'])
  expect(ids({ filters: { includeDeleted: ['true'] } })).toHaveLength(4)
})
