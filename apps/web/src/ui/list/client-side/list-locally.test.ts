import { expect, test } from 'vitest'
import {
  sampleDefinition as definition,
  type Sample,
  sampleState as state,
} from '../../../testing/sample-list.ts'
import type { ListState } from '../definition/list-spec.ts'
import { finish, listLocally } from './list-locally.ts'

const records: Sample[] = [
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
const here = (those: typeof rows, change: Partial<ListState> = {}, top?: string[]) =>
  finish(listLocally({ rows: those, ...(top && { top }) }, { ...state, ...change }, definition))
const ids = (change: Partial<ListState>, top?: string[]) =>
  here(rows, change, top).rows.map(({ id }) => id)

test('pages what it has, and says where it stands', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    id: `${index}`,
    record: { _id: `${index}` },
  }))
  const page = here(many, { page: 3 })
  expect(page.rows.map(({ id }) => id)).toEqual(many.slice(50).map(({ id }) => id))
  expect(page.pagination).toEqual({ page: 3, limit: 25, total: 60, totalPages: 3 })
  expect(here(many, { page: 9 }).rows).toEqual([])
  expect(here([]).pagination.totalPages).toBe(0)
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
  const last = '2026-01-31T23:59:59.000Z'
  expect(ids({ filters: { from: [last], to: [last] } })).toEqual(['a'])
  expect(ids({ filters: { to: ['2026-01-31T23:59:58.999Z'] } })).toEqual([])
  expect(ids({ filters: { includeDeleted: ['true'] } })).toHaveLength(4)
})

test('what was just created stands on top, whatever the order and the filters of others', () => {
  expect(ids({ sort: 'name' }, ['d'])).toEqual(['d', 'a', 'c', 'b'])
  expect(ids({ sort: 'name' }, ['b', 'd'])).toEqual(['b', 'd', 'a', 'c'])
})

test('sorts long lists as short ones, keeping equals in their order', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    id: `${index}`,
    record: { size: (index * 7919) % 1000 } as Sample,
  }))
  const sorted = here(many, { sort: 'size', limit: 5000 }).rows
  const expected = many.toSorted((a, b) => Number(a.record.size) - Number(b.record.size))
  expect(sorted).toEqual(expected)
})

test('gives way often: no step of 100,000 rows works through more than a part of them', () => {
  let read = 0
  const counting = new Proxy({} as Sample, {
    get: (_, key) => {
      read += 1
      return key === 'name' ? `name ${read % 977}` : undefined
    },
  })
  const many = Array.from({ length: 100_000 }, (_, index) => ({ id: `${index}`, record: counting }))
  let most = 0
  const steps = listLocally({ rows: many }, { ...state, sort: 'name', search: 'n' }, definition)
  for (let step = steps.next(); !step.done; step = steps.next()) {
    most = Math.max(most, read)
    read = 0
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(10_000)
})
