import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import type { Listing } from './listing.ts'
import { isOfDeleted, putOnTop, removeRecord, replaceRecord } from './record-cache.ts'

interface Thing {
  _id: string
  name: string
}

let client: QueryClient
const all = ['roles.list', { page: '1' }] as const
const inactive = ['roles.listInactive', {}] as const
const others = ['users.list', {}] as const

const listing = (...ids: string[]): Listing<Thing> => ({
  rows: ids.map((id) => ({ id, record: { _id: id, name: id } })),
  pagination: { page: 1, limit: 2, total: 4, totalPages: 2 },
  loadedAt: 0,
})
const rows = (key: readonly unknown[]) => client.getQueryData<Listing<Thing>>(key)?.rows ?? []
const names = (key: readonly unknown[]) => rows(key).map(({ record }) => record.name)

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(all, listing('a', 'b'))
  client.setQueryData(inactive, listing('b'))
  client.setQueryData(others, listing('a', 'b'))
})

it('replaces a record in every list of its area, and puts it back', () => {
  const rollback = replaceRecord<Thing>(client, 'roles', 'b', { name: 'new' })
  expect([names(all), names(inactive), names(others)]).toEqual([['a', 'new'], ['new'], ['a', 'b']])
  rollback()
  expect([names(all), names(inactive)]).toEqual([['a', 'b'], ['b']])
})

it('leaves a total alone that was asked for without rows', () => {
  const total = ['roles.list', { total: 'only' }, 0] as const
  client.setQueryData(total, { page: 1, limit: 2, total: 4, totalPages: 2 })
  replaceRecord<Thing>(client, 'roles', 'b', { name: 'new' })
  removeRecord<Thing>(client, 'roles', 'a')
  expect(names(all)).toEqual(['new'])
  expect(client.getQueryData(total)).toMatchObject({ total: 4 })
})

it('takes back nothing that has happened since', () => {
  const rollback = replaceRecord<Thing>(client, 'roles', 'b', { name: 'first' })
  replaceRecord<Thing>(client, 'roles', 'b', { name: 'second' })
  replaceRecord<Thing>(client, 'roles', 'a', { name: 'other' })
  rollback()
  expect(names(all)).toEqual(['other', 'second'])
})

it('puts back its own field alone where two of one record change at once', () => {
  const takeName = replaceRecord<Thing>(client, 'roles', 'b', { name: 'new' })
  const takeId = replaceRecord<Thing>(client, 'roles', 'b', { _id: 'other' })
  takeName()
  expect(rows(all)[1]?.record).toEqual({ _id: 'other', name: 'b' })
  takeId()
  expect(rows(all)[1]?.record).toEqual({ _id: 'b', name: 'b' })
})

it('removes a record, counts one less, and puts it back where it stood', () => {
  const rollback = removeRecord<Thing>(client, 'roles', 'a')
  expect(names(all)).toEqual(['b'])
  expect(client.getQueryData<Listing<Thing>>(all)?.pagination).toMatchObject({ total: 3 })
  rollback()
  expect(names(all)).toEqual(['a', 'b'])
  expect(client.getQueryData<Listing<Thing>>(all)?.pagination).toMatchObject({ total: 4 })
  rollback()
  expect(names(all)).toEqual(['a', 'b'])
})

it('removes a record of one list alone', () => {
  removeRecord<Thing>(client, 'roles', 'b', (_query, call) => call === 'roles.listInactive')
  expect([names(all), names(inactive)]).toEqual([['a', 'b'], []])
})

it('puts a new record on top of its list', () => {
  putOnTop<Thing>(client, 'roles', 'roles.list', 'c', { _id: 'c', name: 'c' })
  expect([names(all), names(inactive)]).toEqual([['c', 'a', 'b'], ['b']])
  expect(client.getQueryData<Listing<Thing>>(all)?.pagination).toMatchObject({
    total: 5,
    totalPages: 3,
  })
})

it('puts no new record among the deleted ones', () => {
  const deleted = ['roles.list', { deleted: 'only' }] as const
  client.setQueryData(deleted, listing('d'))
  putOnTop<Thing>(client, 'roles', 'roles.list', 'c', { _id: 'c', name: 'c' })
  expect([names(all), names(deleted)]).toEqual([['c', 'a', 'b'], ['d']])
})

it('knows the lists of what is deleted by their query or their call', () => {
  const deleted = ['roles.list', { deleted: 'only' }] as const
  const ofRoles = ['roles.listDeleted', {}] as const
  client.setQueryData(deleted, listing('a'))
  client.setQueryData(ofRoles, listing('a'))
  removeRecord<Thing>(client, 'roles', 'a', isOfDeleted)
  expect([names(all), names(deleted), names(ofRoles)]).toEqual([['a', 'b'], [], []])
})
