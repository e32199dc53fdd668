import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Listing } from './listing.ts'
import {
  aloneKey,
  isOfDeleted,
  putOnTop,
  reloadLists,
  removeRecord,
  replaceRecord,
} from './record-cache.ts'

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

it.each([
  [['roles.one', { id: 'b' }], 'new'],
  [['roles.details', { id: 'b' }], 'new'],
  [['roles.details', { id: 'a' }], 'b'],
  [['users.details', { id: 'b' }], 'b'],
  [['roles.details', { id: 'b', asOf: '2026-01-01T00:00:00Z' }], 'b'],
] as const)('replaces a record that is loaded by itself: %j is %s', (key, name) => {
  client.setQueryData(key, { _id: 'b', name: 'b' })
  const rollback = replaceRecord<Thing>(client, 'roles', 'b', { name: 'new' })
  expect(client.getQueryData<Thing>(key)?.name).toBe(name)
  rollback()
  expect(client.getQueryData<Thing>(key)?.name).toBe('b')
})

it('leaves lists of the past as they were', () => {
  const past = ['roles.list', { asOf: '2026-01-01T00:00:00Z' }] as const
  client.setQueryData(past, listing('a', 'b'))
  removeRecord<Thing>(client, 'roles', 'a')
  expect(names(past)).toEqual(['a', 'b'])
})

it('remembers all that was put on top, the last one first', () => {
  putOnTop<Thing>(client, 'roles', 'roles.list', 'c', { _id: 'c', name: 'c' })
  putOnTop<Thing>(client, 'roles', 'roles.list', 'd', { _id: 'd', name: 'd' })
  expect(client.getQueryData<Listing<Thing>>(all)?.top).toEqual(['d', 'c'])
})

describe('a removed record that may be open', () => {
  const left = { name: 'deleted' }
  const removed = (id: string) =>
    removeRecord<Thing>(client, 'roles', id, (_query, call) => call === 'roles.list', left)
  const alone = (id: string) => client.getQueryData<Thing>(aloneKey('roles', id))

  it('is known by itself as it is now, and changed where it stays', () => {
    const rollback = removed('b')
    expect([names(all), names(inactive)]).toEqual([['a'], ['deleted']])
    expect(alone('b')).toEqual({ _id: 'b', name: 'deleted' })
    rollback()
    expect([names(all), names(inactive)]).toEqual([['a', 'b'], ['b']])
    expect(alone('b')).toBeUndefined()
  })

  it('is changed where it was loaded by itself, and put back there', () => {
    client.setQueryData(aloneKey('roles', 'b'), { _id: 'b', name: 'b' })
    const rollback = removed('b')
    expect(alone('b')?.name).toBe('deleted')
    rollback()
    expect(alone('b')?.name).toBe('b')
  })

  it('is not made up where no list held it', () => {
    removed('unknown')
    expect(alone('unknown')).toBeUndefined()
  })
})

it.each([
  ['roles', 'roles.details', false],
  ['users', 'users.details', false],
  ['bills', 'bills.details', true],
] as const)('a reload of %s: is %s loaded anew, too? %s', async (area, call, isReloaded) => {
  const of = (query: object) => [call, { id: 'b', ...query }]
  const past = of({ asOf: '2026-01-01T00:00:00Z' })
  for (const key of [of({}), past, [`${area}.list`, {}]]) client.setQueryData(key, listing('b'))
  await reloadLists(client, area)
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect([isStale(of({})), isStale(past), isStale([`${area}.list`, {}])]).toEqual([
    isReloaded,
    false,
    true,
  ])
})
