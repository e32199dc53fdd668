import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleDefinition as definition, sampleList as list } from '../../../testing/sample-list.ts'
import { type RawSearch, searchOf } from '../../links/url-params.ts'
import { type ListState, listFields } from '../definition/list-spec.ts'
import { isNarrowed, limitOf, sentQuery, stateOf, wholeQuery, writeState } from './list-codec.ts'

const validated = searchOf(listFields(list))
const readState = (search: RawSearch, remembered: number | null = null) =>
  stateOf(validated(search), list, remembered)

const first: ListState = {
  page: 1,
  limit: 25,
  search: '',
  sort: '-createdAt',
  filters: {},
  columns: null,
  open: null,
}
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => [date.toISOString().slice(0, 10)])
const some = (values: string[]) => fc.subarray(values, { minLength: 1 })
const state: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000_000 }),
  limit: fc.integer({ min: 1, max: 100 }),
  search: fc.string({ maxLength: 200 }),
  sort: fc.constantFrom('createdAt', '-createdAt', 'name', '-size'),
  filters: fc.record(
    {
      status: some(['on', 'off', 'new']),
      online: fc.constantFrom(['true'], ['false']),
      from: day,
      to: day,
      currency: some(['EUR', 'JPY']),
      includeDeleted: fc.constant(['true']),
    },
    { requiredKeys: [] },
  ),
  columns: fc.option(some(['name', 'status', 'size'])),
  open: fc.option(fc.uuid()),
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(state, fc.constantFrom(null, 50), (given, remembered) => {
      const url = writeState(given, list, {}, remembered)
      expect(readState(url, remembered)).toEqual(given)
    }),
  )
})

test('any search at all is read without harm', () => {
  const word = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  const keys = ['page', 'limit', 'sort', 'search', 'status', 'online', 'from', 'columns', 'open']
  const search = fc.dictionary(
    fc.constantFrom(...keys, 'constructor', '__proto__'),
    fc.oneof(word, fc.array(word), fc.object()),
  )
  fc.assert(
    fc.property(search, (given) => {
      const read = readState(given)
      expect(read.page).toBeGreaterThanOrEqual(1)
      expect(read.limit).toBeGreaterThanOrEqual(1)
      expect(read.limit).toBeLessThanOrEqual(100)
      expect(typeof read.search).toBe('string')
      expect(readState(writeState(read, list))).toEqual(read)
    }),
  )
})

test('bad values fall back', () => {
  const bad = { page: '-3', limit: '9999', sort: 'evil', status: ['bad', 'on'], from: '2026-99-01' }
  expect(readState(bad)).toEqual({ ...first, filters: { status: ['on'] } })
  expect(readState({ limit: 'x' }, 50).limit).toBe(50)
  expect(readState({ sort: '--name' }).sort).toBe('-createdAt')
})

test('a list as it comes needs no words in the URL, and foreign words stay', () => {
  expect(writeState(first, list)).toEqual({})
  expect(writeState(first, list, { theme: 'dark', page: '4' })).toEqual({ theme: 'dark' })
})

test('a validated search holds proper values alone, and leaves foreign keys to others', () => {
  const search = { page: '2', limit: 'x', status: ['on', 'evil'], view: 'board', theme: 'dark' }
  expect(validated(search)).toEqual({ page: 2, limit: undefined, status: ['on'], view: 'board' })
  expect(Object.keys(validated(search))).toContain('limit')
  expect(validated({ view: 'list', online: 'maybe', includeDeleted: 'true' })).toEqual({
    view: undefined,
    online: undefined,
    includeDeleted: true,
  })
})

test('sends page and limit, and what narrows', () => {
  expect(sentQuery(first, list)).toEqual({ page: '1', limit: '25' })
  const narrowed = { ...first, search: ' a ', sort: 'name', filters: { status: ['on', 'off'] } }
  expect(sentQuery(narrowed, list)).toEqual({
    page: '1',
    limit: '25',
    search: ' a ',
    sort: 'name',
    status: ['on', 'off'],
  })
})

test('a switch widens a list and does not narrow it', () => {
  expect(isNarrowed({ ...first, filters: { includeDeleted: ['true'] } }, definition)).toBe(false)
  expect(isNarrowed({ ...first, filters: { from: ['2026-01-01'] } }, definition)).toBe(true)
  expect(isNarrowed({ ...first, search: '  ' }, definition)).toBe(false)
})

test.each([
  [null, { page: 3 }],
  [25, { page: 3 }],
  [10, { page: 3, limit: 10 }],
  [100, { page: 3, limit: 100 }],
  // A server that pages by more than this list offers.
  [101, { page: 3 }],
])('to another page of a server that pages by %j: %j', (limit, change) => {
  const pagination = limit === null ? null : { page: 1, limit, total: 500, totalPages: 5 }
  expect(limitOf(pagination, first, 3)).toEqual(change)
})

test('the whole of a list is asked by its switches and what it always sends', () => {
  const filters = { status: ['on'], includeDeleted: ['true'] }
  const fixed = { type: 'member' }
  expect(wholeQuery({ ...first, page: 2, search: 'x', filters }, { ...list, fixed })).toEqual({
    includeDeleted: ['true'],
    type: 'member',
  })
})
