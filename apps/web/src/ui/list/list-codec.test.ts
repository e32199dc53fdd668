import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNarrowed, readState, sentQuery, writeState } from './list-codec.ts'
import type { ListState } from './list-definition.ts'
import { sampleDefinition as definition } from './test-definition.ts'

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
      const url = writeState(given, definition, {}, remembered)
      expect(readState(url, definition, remembered)).toEqual(given)
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
      const read = readState(given, definition)
      expect(read.page).toBeGreaterThanOrEqual(1)
      expect(read.limit).toBeGreaterThanOrEqual(1)
      expect(read.limit).toBeLessThanOrEqual(100)
      expect(typeof read.search).toBe('string')
      expect(readState(writeState(read, definition), definition)).toEqual(read)
    }),
  )
})

test('bad values fall back', () => {
  const bad = { page: '-3', limit: '9999', sort: 'evil', status: ['bad', 'on'], from: '2026-99-01' }
  expect(readState(bad, definition)).toEqual({ ...first, filters: { status: ['on'] } })
  expect(readState({ limit: 'x' }, definition, 50).limit).toBe(50)
  expect(readState({ sort: '--name' }, definition).sort).toBe('-createdAt')
  expect(readState({ columns: 'nope' }, definition).columns).toBeNull()
})

test('a list as it comes needs no words in the URL, and foreign words stay', () => {
  expect(writeState(first, definition)).toEqual({})
  expect(writeState(first, definition, { theme: 'dark', page: '4' })).toEqual({ theme: 'dark' })
})

test('sends page and limit, and what narrows', () => {
  expect(sentQuery(first, definition)).toEqual({ page: '1', limit: '25' })
  const narrowed = { ...first, search: ' a ', sort: 'name', filters: { status: ['on', 'off'] } }
  expect(sentQuery(narrowed, definition)).toEqual({
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
