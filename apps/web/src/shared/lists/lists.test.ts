import { expect, test } from 'vitest'
import type { ListState } from '../../ui/list/definition/list-spec.ts'
import { sentQuery } from '../../ui/list/url/list-codec.ts'
import { lists } from './lists.ts'

const state: ListState = {
  page: 1,
  limit: 25,
  search: ' Sup ',
  sort: '-createdAt',
  filters: {},
  columns: null,
  open: null,
}
const sent = (list: 'roles' | 'inactiveRoles' | 'deletedRoles', change: Partial<ListState> = {}) =>
  sentQuery({ ...state, ...change }, lists[list])

test('a search over all roles sends only the name; page and limit join when paging', () => {
  expect(sent('roles')).toEqual({ name: ' Sup ' })
  expect(sent('roles', { limit: 50 })).toEqual({ name: ' Sup ' })
  expect(sent('roles', { page: 2 })).toEqual({ page: '2', limit: '25', name: ' Sup ' })
  expect(sent('roles', { search: '' })).toEqual({ page: '1', limit: '25' })
})

test('the searches of the inactive and deleted lists are trimmed', () => {
  expect(sent('inactiveRoles')).toEqual({ page: '1', limit: '25', name: 'Sup' })
  expect(sent('deletedRoles', { search: '   ' })).toEqual({ page: '1', limit: '25' })
})
