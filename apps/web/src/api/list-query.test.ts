// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { setConfig } from './config.ts'
import { namedQuery } from './list-query.ts'

afterEach(() => setConfig({}))

const query = { page: '3', limit: '25', search: 'ada', sort: '-name', status: ['a', 'b'] }

it('sends our names where none are mapped', () => {
  expect(namedQuery(query, null)).toEqual(query)
})

it('sends the names of config.json in their place', () => {
  setConfig({ query: { search: 'q', sort: 'orderBy', page: 'p', limit: 'perPage' } })
  expect(namedQuery(query, null)).toEqual({
    p: '3',
    perPage: '25',
    q: 'ada',
    orderBy: '-name',
    status: ['a', 'b'],
  })
})

it('sends rows to pass over in place of a page, where the server goes by that', () => {
  expect(namedQuery({ page: '3', limit: '25' }, 'offset')).toEqual({ limit: '25', offset: '50' })
  setConfig({ query: { skip: 'start', limit: 'take' } })
  expect(namedQuery({ page: '3', limit: '25' }, null)).toEqual({ take: '25', start: '50' })
})

it('sends the direction of a sort by itself, where it has a name', () => {
  setConfig({ query: { sort: '_sort', order: '_order' } })
  expect(namedQuery({ sort: '-name' }, null)).toEqual({ _sort: 'name', _order: 'desc' })
  expect(namedQuery({ sort: 'name' }, null)).toEqual({ _sort: 'name', _order: 'asc' })
  expect(namedQuery({ page: '1' }, null)).toEqual({ page: '1' })
  setConfig({ query: { order: 'dir' } })
  expect(namedQuery({ sort: '-name' }, null)).toEqual({ sort: 'name', dir: 'desc' })
})

it('leaves the search over roles as the specification has it', () => {
  setConfig({ query: { search: 'q', skip: 'start' } })
  expect(namedQuery({ name: 'ed' }, null)).toEqual({ name: 'ed' })
})
