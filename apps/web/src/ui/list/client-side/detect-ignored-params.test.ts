import { expect, it } from 'vitest'
import {
  sampleDefinition as definition,
  type Sample,
  sampleState as state,
} from '../../../testing/sample-list.ts'
import type { ListState } from '../definition/list-spec.ts'
import { holdsUnmatched, type Ignored, ignoredIn } from './detect-ignored-params.ts'

type Records = Omit<Sample, '_id'>[]
const ignored = (records: Records, change: Partial<ListState>) =>
  ignoredIn({ records: records as Sample[], state: { ...state, ...change }, definition })

it.each<[string, Records, Partial<ListState>, Ignored | null]>([
  [
    'another status',
    [{ status: 'on' }, { status: 'off' }],
    { filters: { status: ['on'] } },
    { field: 'Status' },
  ],
  ['the status asked for', [{ status: 'on' }, {}], { filters: { status: ['on', 'new'] } }, null],
  [
    'another owner',
    [{ owner: { _id: 'p', name: 'P' } }],
    { filters: { owner: ['o'] } },
    { field: 'Owner' },
  ],
  [
    'an owner without an id',
    [{ owner: { _id: null, name: 'P' } }],
    { filters: { owner: ['o'] } },
    null,
  ],
  [
    'a day outside the span',
    [{ createdAt: '2026-03-05T00:00:00Z' }],
    { filters: { from: ['2026-04-01'] } },
    { field: 'Created' },
  ],
  [
    'a day at its edge, in another time zone',
    [{ createdAt: '2026-03-31T18:00:00Z' }],
    { filters: { from: ['2026-04-01'] } },
    null,
  ],
  ['numbers in another order', [{ size: 1 }, { size: 2 }], { sort: '-size' }, 'sort'],
  ['numbers in order, one unknown', [{ size: 2 }, {}, { size: 1 }], { sort: '-size' }, null],
  [
    'words in another order',
    ['f', 'a', 'e', 'b', 'd', 'c'].map((name) => ({ name })),
    { sort: 'name' },
    'sort',
  ],
  [
    'words in another script',
    ['王', '李', '张', '刘', '陈', '杨', '赵'].map((name) => ({ name })),
    { sort: 'name' },
    null,
  ],
  [
    'words as a database compares them',
    ['a', 'Z', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
    { sort: 'name' },
    null,
  ],
])('of %s', (_, records, change, expected) => {
  expect(ignored(records, change)).toEqual(expected)
})

it('notices a list that should be one type’s, and takes an unknown type for that', () => {
  const list = { ...definition.list, fixed: { status: 'on' } }
  const of = (records: Records) =>
    ignoredIn({ records: records as Sample[], state, definition: { ...definition, list } })
  expect(of([{ status: 'on' }, { status: 'off' }])).toBe('filter')
  expect(of([{ status: 'on' }, {}])).toBeNull()
})

it('suspects an answer that holds what a search doesn’t match', () => {
  const of = (search: string) =>
    holdsUnmatched({
      records: [
        { _id: '1', name: 'Ada' },
        { _id: '2', name: 'Bob' },
      ],
      state: { ...state, search },
      definition,
    })
  expect([of(''), of('ad'), of('zz')]).toEqual([false, true, true])
  expect(
    holdsUnmatched({
      records: [{ _id: '1', name: 'Ádá' }],
      state: { ...state, search: 'ada' },
      definition,
    }),
  ).toBe(false)
})

it('takes the order of a tree as it comes', () => {
  const records: Records = [{ size: 1 }, { size: 0 }, { size: 2 }]
  const of = (own: Partial<typeof definition>) =>
    ignoredIn({
      records: records as Sample[],
      state: { ...state, sort: 'size' },
      definition: { ...definition, ...own },
    })
  expect([of({}), of({ orders: { by: 'size', put: (rows) => [...rows] } })]).toEqual(['sort', null])
})
