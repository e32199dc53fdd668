// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { sentQuery } from '../../ui/list/list-codec.ts'
import type { ListState } from '../../ui/list/list-definition.ts'
import { roleDefinitions } from './role-definition.tsx'

const state: ListState = {
  page: 1,
  limit: 25,
  search: ' Sup ',
  sort: '-createdAt',
  filters: {},
  columns: null,
  open: null,
}
const sent = (list: keyof typeof roleDefinitions, change: Partial<ListState> = {}) =>
  sentQuery({ ...state, ...change }, roleDefinitions[list])

test('a search over all roles sends only the name; page and limit join when paging', () => {
  expect(sent('all')).toEqual({ name: ' Sup ' })
  expect(sent('all', { page: 2 })).toEqual({ page: '2', limit: '25', name: ' Sup ' })
  expect(sent('all', { search: '' })).toEqual({ page: '1', limit: '25' })
})

test('the searches of the inactive and deleted lists are trimmed', () => {
  expect(sent('inactive')).toEqual({ page: '1', limit: '25', name: 'Sup' })
  expect(sent('deleted', { search: '   ' })).toEqual({ page: '1', limit: '25' })
})
