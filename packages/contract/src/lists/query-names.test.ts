import { expect, it } from 'vitest'
import { namedQuery } from './query-names.ts'

const query = { page: '3', limit: '25', search: 'ada', sort: '-name', status: ['a', 'b'] }

it('sends our names where none are mapped', () => {
  expect(namedQuery(query)).toEqual(query)
})

it('sends the names of config.json in their place', () => {
  expect(namedQuery(query, { search: 'q', sort: 'orderBy', page: 'p', limit: 'perPage' })).toEqual({
    p: '3',
    perPage: '25',
    q: 'ada',
    orderBy: '-name',
    status: ['a', 'b'],
  })
})

it('sends rows to pass over in place of a page, where the server goes by that', () => {
  expect(namedQuery({ page: '3', limit: '25' }, {}, 'offset')).toEqual({
    limit: '25',
    offset: '50',
  })
  expect(namedQuery({ page: '3', limit: '25' }, { skip: 'start', limit: 'take' })).toEqual({
    take: '25',
    start: '50',
  })
})

it('sends the direction of a sort by itself, where it has a name', () => {
  expect(namedQuery({ sort: '-name' }, { sort: '_sort', order: '_order' })).toEqual({
    _sort: 'name',
    _order: 'desc',
  })
  expect(namedQuery({ sort: 'name' }, { sort: '_sort', order: '_order' })).toEqual({
    _sort: 'name',
    _order: 'asc',
  })
  expect(namedQuery({ page: '1' }, { sort: '_sort', order: '_order' })).toEqual({ page: '1' })
  expect(namedQuery({ sort: '-name' }, { order: 'dir' })).toEqual({ sort: 'name', dir: 'desc' })
})

it('leaves the search over roles as the specification has it', () => {
  expect(namedQuery({ name: 'ed' }, { search: 'q', skip: 'start' })).toEqual({ name: 'ed' })
})
