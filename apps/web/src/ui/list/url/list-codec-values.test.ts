import { describe, expect, test } from 'vitest'
import { sampleDefinition, sampleList } from '../../../testing/sample-list.ts'
import { type RawSearch, searchOf } from '../../links/url-params.ts'
import { type ListSpec, listFields } from '../definition/list-spec.ts'
import { defaultSort } from './first-view.ts'
import { isNarrowed, knownColumns, sentQuery, stateOf, writeState } from './list-codec.ts'

const list: ListSpec = { ...sampleList, filters: { ...sampleList.filters, category: 'id' } }
const readState = (search: RawSearch, of: ListSpec, remembered?: number) =>
  stateOf(searchOf(listFields(of))(search), of, remembered)
const read = (search: RawSearch) => readState(search, list)
const filters = (search: RawSearch) => read(search).filters
const first = read({})

describe('values of a URL', () => {
  test('a flag is true or false, a switch is true, and nothing else', () => {
    expect(filters({ online: 'true', includeDeleted: 'true' })).toEqual({
      online: ['true'],
      includeDeleted: ['true'],
    })
    expect(filters({ online: true, includeDeleted: true })).toEqual({
      online: ['true'],
      includeDeleted: ['true'],
    })
    expect(filters({ online: 'false' })).toEqual({ online: ['false'] })
    expect(filters({ online: 'yes', includeDeleted: 'false' })).toEqual({})
  })

  test('words of a filter’s own are read by it, and not by the statuses of the list', () => {
    const kinds: ListSpec = { ...list, filters: { ...list.filters, kind: ['poll', 'survey'] } }
    const search = { kind: ['poll', 'on'], status: ['on', 'poll'] }
    expect(readState(search, kinds).filters).toEqual({ kind: ['poll'], status: ['on'] })
  })

  test('a currency is three capital letters', () => {
    expect(filters({ currency: ['EUR', 'JPY'] })).toEqual({ currency: ['EUR', 'JPY'] })
    expect(filters({ currency: ['eur', 'EURO', 'xEUR', 'EU'] })).toEqual({})
  })

  test('a span takes days that are', () => {
    const span = { from: '2026-01-31', to: '2026-02-01' }
    expect(filters(span)).toEqual({ from: ['2026-01-31'], to: ['2026-02-01'] })
    expect(filters({ from: '2026-1-1', to: 'x2026-01-01' })).toEqual({})
    expect(filters({ from: '2026-01-01T00:00', to: '2026-13-01' })).toEqual({})
  })

  test('a span of moments takes days and times in UTC', () => {
    const moments: ListSpec = { ...list, filters: { from: 'moment', to: 'moment' } }
    const moment = (from: string) => readState({ from }, moments).filters['from']?.[0]
    expect(moment('2026-01-31')).toBe('2026-01-31')
    expect(moment('2026-01-31T09:05:59.999Z')).toBe('2026-01-31T09:05:59.999Z')
    expect(moment('2026-01-31T09:05Z')).toBe('2026-01-31T09:05Z')
    const others = ['2026-01-31T09:05', '2026-01-31T25:00Z', '2026-13-31', 'x2026-01-31T09:05Z']
    expect(others.map(moment)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('an id is any text that is not blank, of at most 100 characters', () => {
    expect(filters({ owner: 7 })).toEqual({ owner: ['7'] })
    expect(filters({ owner: 'x'.repeat(100) })).toEqual({ owner: ['x'.repeat(100)] })
    expect(filters({ owner: 'x'.repeat(101) })).toEqual({})
    expect(filters({ owner: '  ' })).toEqual({})
    expect(filters({ owner: '' })).toEqual({})
  })

  test('choices come several times, once each and a hundred at the most; others come once', () => {
    const many = Array.from({ length: 150 }, (_, n) => `c${n}`)
    expect(filters({ category: many })['category']).toEqual(many.slice(0, 100))
    expect(filters({ status: ['on', 'off', 'on'] })['status']).toEqual(['on', 'off'])
    expect(filters({ from: ['2026-01-01', '2026-01-02'] })).toEqual({ from: ['2026-01-01'] })
  })

  test('what is neither text, number nor true or false is passed over', () => {
    expect(filters({ owner: [null, {}, undefined, 'a'] })).toEqual({ owner: ['a'] })
    expect(read({ page: { a: 1 }, search: null, sort: {}, open: [] })).toEqual(first)
  })

  test('pages and limits are whole numbers from 1', () => {
    expect(read({ page: 1_000_000_000 }).page).toBe(1_000_000_000)
    expect(read({ page: '1000000001' }).page).toBe(1)
    for (const page of ['0', '01', '1x', 'x1', '1.5', '-1', '', '12345678901']) {
      expect([page, read({ page }).page]).toEqual([page, 1])
    }
    expect(read({ limit: 100 }).limit).toBe(100)
    expect(read({ limit: 101 }).limit).toBe(25)
    expect(readState({}, { ...list, limit: 10 }).limit).toBe(10)
    expect(readState({}, { ...list, limit: 10 }, 50).limit).toBe(50)
    expect(readState({ limit: 25 }, { ...list, limit: 10 }, 50).limit).toBe(25)
  })

  test('a search has at most 200 characters, under the key of its list', () => {
    expect(read({ search: 'x'.repeat(300) }).search).toBe('x'.repeat(200))
    expect(read({ search: 42 }).search).toBe('42')
    const byName = { ...list, search: 'name' as const }
    expect(readState({ name: 'a', search: 'b' }, byName).search).toBe('a')
    expect(writeState({ ...first, search: 'a' }, byName, { name: 'old' })).toEqual({ name: 'a' })
    expect(sentQuery({ ...first, search: 'a' }, byName)).toMatchObject({ name: 'a' })
  })

  test('a sort is one of the list, downwards behind one hyphen', () => {
    expect(read({ sort: 'name' }).sort).toBe('name')
    expect(read({ sort: '-name' }).sort).toBe('-name')
    for (const sort of ['na-me', '--name', 'name-', '', 'other']) {
      expect([sort, read({ sort }).sort]).toEqual([sort, '-createdAt'])
    }
    const byName = { ...list, sort: 'name' }
    expect(defaultSort(byName)).toBe('name')
    expect(readState({}, byName).sort).toBe('name')
    expect(writeState({ ...first, sort: 'name' }, byName)).toEqual({})
    expect(writeState(first, byName)).toEqual({ sort: '-createdAt' })
    expect(sentQuery({ ...first, sort: 'name' }, byName)).toMatchObject({ sort: 'name' })
  })

  test('columns are those of the list, once each', () => {
    const known = (columns: unknown) => knownColumns(read({ columns }).columns, sampleDefinition)
    expect(known(['size', 'nope', 'name', 'size'])).toEqual(['size', 'name'])
    expect(known('nope')).toBeNull()
    expect(known(undefined)).toBeNull()
    expect(read({ columns: 'size' }).columns).toEqual(['size'])
    expect(read({ open: 'id' }).open).toBe('id')
    expect(read({ open: '' }).open).toBeNull()
  })
})

describe('writing a URL', () => {
  test('replaces every word of the list and keeps all others', () => {
    const search = {
      page: '4',
      limit: '50',
      sort: 'name',
      columns: ['name'],
      open: 'x',
      edit: 'true',
      search: 'old',
      status: 'on',
      from: '2026-01-01',
      to: '2026-01-01',
      owner: 'a',
      theme: 'dark',
    }
    expect(writeState(first, list, search)).toEqual({ theme: 'dark' })
    expect(writeState(first, list)).toEqual({})
  })

  test('writes what is no default', () => {
    const state = {
      page: 2,
      limit: 50,
      search: 'a',
      sort: 'name',
      filters: { status: ['on', 'off'], owner: ['x'], category: [] },
      columns: ['name'],
      open: 'id',
    }
    expect(writeState(state, list)).toEqual({
      page: 2,
      limit: 50,
      search: 'a',
      sort: 'name',
      status: ['on', 'off'],
      owner: ['x'],
      columns: ['name'],
      open: 'id',
    })
    expect(writeState({ ...first, limit: 50 }, list, {}, 50)).toEqual({})
    expect(writeState({ ...first, limit: 25 }, list, {}, 50)).toEqual({ limit: 25 })
    expect(writeState({ ...first, limit: 10 }, { ...list, limit: 10 })).toEqual({})
    expect(writeState({ ...first, limit: 10 }, { ...list, limit: 10 }, {}, 50)).toEqual({
      limit: 10,
    })
  })
})

describe('what the server is asked', () => {
  test('one value as such, several as a list', () => {
    const asked = { ...first, filters: { status: ['on', 'off'], owner: ['x'] } }
    expect(sentQuery(asked, list)).toEqual({
      page: '1',
      limit: '25',
      status: ['on', 'off'],
      owner: 'x',
    })
  })

  test('what is fixed in a list is part of every query', () => {
    const members = { ...list, fixed: { type: 'member' } }
    expect(sentQuery(first, members)).toEqual({ page: '1', limit: '25', type: 'member' })
  })

  test('a list may send it otherwise', () => {
    const own = {
      ...list,
      send: (query: object, state: { page: number }) => ({ ...query, extra: String(state.page) }),
    }
    expect(sentQuery(first, own)).toEqual({ page: '1', limit: '25', extra: '1' })
  })
})

test('a search, a filter or either end of a span narrows a list', () => {
  const narrowed = (change: object) => isNarrowed({ ...first, ...change }, sampleDefinition)
  expect(narrowed({})).toBe(false)
  expect(narrowed({ search: ' a ' })).toBe(true)
  expect(narrowed({ filters: { status: ['on'] } })).toBe(true)
  expect(narrowed({ filters: { status: [] } })).toBe(false)
  expect(narrowed({ filters: { to: ['2026-01-01'] } })).toBe(true)
  expect(narrowed({ filters: { unknown: ['x'] } })).toBe(false)
})
