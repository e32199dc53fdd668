import { expect, it } from 'vitest'
import {
  type Sample,
  sampleDefinition,
  sampleList,
  sampleState,
} from '../../../testing/sample-list.ts'
import { searchOf } from '../../links/url-params.ts'
import { ignoredIn } from '../client-side/detect-ignored-params.ts'
import { finish, listLocally } from '../client-side/list-locally.ts'
import { sentQuery, stateOf, wholeQuery, writeState } from '../url/list-codec.ts'
import { listOfDeleted } from './deleted-and-past.ts'
import { type ListSpec, listFields } from './list-spec.ts'

const live: ListSpec = { ...sampleList, trash: 'switch' }
const deleted = listOfDeleted(live)
const definition = { ...sampleDefinition, list: deleted }
const at = '2026-03-05T00:00:00Z'
const records = [{ _id: 'a', deletedAt: at }, { _id: 'b', deletedAt: null }, { _id: 'c' }]

it('asks for what is deleted, the last deletion first, and so for the whole of it', () => {
  const state = stateOf({ search: 'x' } as object, deleted)
  const asked = { deleted: 'only', sort: '-deletedAt', search: 'x' }
  expect(sentQuery(state, deleted)).toEqual({ page: '1', limit: '25', ...asked })
  expect(wholeQuery(state, deleted)).toEqual({ deleted: 'only' })
})

it('keeps in the address that it does, and no usual order', () => {
  const read = searchOf(listFields(live))
  expect(read({ deleted: 'only' })).toEqual({ deleted: 'only' })
  expect(read({ deleted: 'all' })['deleted']).toBeUndefined()
  const search = { deleted: 'only', page: '2' }
  const state = stateOf(read(search), deleted)
  expect(writeState({ ...state, search: 'x', page: 1 }, deleted, search)).toEqual({
    deleted: 'only',
    search: 'x',
  })
})

it('a list of deleted roles has a call of its own, which needs no word of it', () => {
  const own = listOfDeleted({ ...live, trash: 'only', many: 'deleted roles' })
  expect(sentQuery(stateOf({}, own), own)).not.toHaveProperty('deleted')
  expect(own.many).toBe('deleted roles')
})

it('leaves out here what is not deleted, where the server sends all it has', () => {
  const rows = records.map((record) => ({ id: record._id, record: record as Sample }))
  const page = finish(listLocally({ rows }, sampleState, definition))
  expect(page.rows.map(({ id }) => id)).toEqual(['a'])
})

it('sees by a record that isn’t deleted that the server passed it over', () => {
  const state = { ...sampleState, sort: '-deletedAt' }
  expect(ignoredIn({ records: records as Sample[], state, definition })).toBe('filter')
  const kept = records.slice(0, 1) as Sample[]
  expect(ignoredIn({ records: kept, state, definition })).toBeNull()
})
