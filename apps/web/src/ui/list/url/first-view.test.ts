import { describe, expect, test } from 'vitest'
import { sampleDefinition, sampleList } from '../../../testing/sample-list.ts'
import { searchOf } from '../../links/url-params.ts'
import { matcherOf } from '../client-side/filter-match.ts'
import { type ListSpec, listFields } from '../definition/list-spec.ts'
import { changed, shownState } from './first-view.ts'
import { sentQuery, stateOf, writeState } from './list-codec.ts'

const list: ListSpec = {
  ...sampleList,
  filters: { ...sampleList.filters, size: 'number', createdAt: 'time', owner: 'person' },
  optional: ['owner'],
  suffixes: true,
  first: { name: 'On', filters: { status: ['on'] }, sort: 'name' },
}
const at = (search: Record<string, unknown>) => stateOf(searchOf(listFields(list))(search), list)
const after = (search: Record<string, unknown>, part: Parameters<typeof changed>[1]) =>
  writeState(changed(at(search), part, list), list)

describe('a first view', () => {
  test('is what an address without any filter shows, and leaves the address as it is', () => {
    expect(sentQuery(at({}), list)).toEqual({ page: '1', limit: '25', sort: 'name', status: 'on' })
    expect(writeState(at({}), list)).toEqual({})
    expect(at({ sort: '-size' }).filters).toEqual({ status: ['on'] })
  })

  test('gives way to any filter, to everything, and to a search', () => {
    expect(at({ 'size.min': '3' }).filters).toEqual({ 'size.min': ['3'] })
    expect(sentQuery(at({ filters: 'none' }), list)).toEqual({ page: '1', limit: '25' })
    expect(sentQuery(at({ search: 'x' }), list)).toEqual({ page: '1', limit: '25', search: 'x' })
  })

  test('without its last filter everything is asked for, and the address says so', () => {
    expect(after({}, { filters: {} })).toEqual({ filters: 'none', sort: 'name' })
  })

  test('comes back once a search is cleared', () => {
    expect(after({}, { search: 'x' })).toEqual({ search: 'x' })
    expect(after({ search: 'x' }, { search: '' })).toEqual({})
    expect(after({ search: 'x', filters: 'none' }, { search: '' })).toEqual({ filters: 'none' })
  })
})

test('parts of an address that no list knows any more are dropped', () => {
  expect(
    at({ 'size.min': 'x', 'createdAt.last': '4000d', match: 'most', 'gone.min': '1' }).filters,
  ).toEqual({ status: ['on'] })
})

test.each([
  [{ 'size.min': ['3'] }, true],
  [{ 'size.max': ['3'] }, false],
  [{ 'status.not': ['on'] }, false],
  [{ 'owner.empty': ['true'] }, true],
  [{ 'createdAt.last': ['7d'] }, true],
  [{ 'createdAt.next': ['7d'] }, false],
  [{ 'size.max': ['3'], status: ['on'] }, false],
  [{ 'size.max': ['3'], status: ['on'], match: ['any'] }, true],
])('%j is worked out here as the server does', (filters, passes) => {
  const createdAt = new Date(Date.now() - 86_400_000).toISOString()
  const record = { _id: '1', size: 5, status: 'on', owner: null, createdAt }
  const definition = { ...sampleDefinition, list }
  expect(matcherOf(definition, { ...at({}), filters })(record)).toBe(passes)
})

describe('what is shown as set', () => {
  const shown = (search: Record<string, unknown>, ...records: object[]) =>
    shownState(
      at(search),
      records.map((record) => ({ record })),
      list,
    )

  test('is not what a list begins with where no record has the field', () => {
    expect(shown({}, { size: 1 })).toEqual({ filters: {}, sort: '-createdAt' })
    expect(shown({}, { size: 1 }, { status: 'on' })).toEqual({
      filters: { status: ['on'] },
      sort: '-createdAt',
    })
    expect(shown({}, { status: null, name: 'Ada' })).toEqual({
      filters: { status: ['on'] },
      sort: 'name',
    })
  })

  test('is whatever else was asked for, and all of it while no record is here', () => {
    expect(shown({ 'size.min': '3' }, { name: 'Ada' }).filters).toEqual({ 'size.min': ['3'] })
    expect(shown({})).toEqual({ filters: { status: ['on'] }, sort: 'name' })
  })
})
