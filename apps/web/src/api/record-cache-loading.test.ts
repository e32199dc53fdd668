import { routes } from '@steward/contract/calls/routes'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Listing } from './listing.ts'
import { noteWrite } from './pending-writes.ts'
import { putOnTop, reloadLists, removeRecord, replaceRecord } from './record-cache.ts'

interface Thing {
  _id: string
  name: string
}

let client: QueryClient
const key = ['roles.list', { page: '1' }]
const row = (id: string) => ({ id, record: { _id: id, name: id } })
const listing = (...ids: string[]): Listing<Thing> => ({
  rows: ids.map(row),
  pagination: { page: 1, limit: 2, total: ids.length, totalPages: Math.ceil(ids.length / 2) },
  loadedAt: 0,
})
const cached = (of: readonly unknown[] = key) => client.getQueryData<Listing<Thing>>(of)
const names = () => cached()?.rows.map(({ record }) => record.name)

/** A load that answers when told to. */
function slowLoad(of: readonly unknown[] = key) {
  let answer = (_: Listing<Thing>) => {}
  const load = client
    .fetchQuery({
      queryKey: of,
      queryFn: () =>
        new Promise<Listing<Thing>>((done) => {
          answer = done
        }),
    })
    .then(
      () => 'loaded',
      () => 'cancelled',
    )
  return { load, answer: (with_: Listing<Thing>) => answer(with_) }
}

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})

describe('a load that is on its way', () => {
  test('of a list that is shown is given up, so that it can’t undo the change', async () => {
    client.setQueryData(key, listing('a', 'b'), { updatedAt: 1 })
    const { load, answer } = slowLoad()
    replaceRecord<Thing>(client, 'roles', 'a', { name: 'new' })
    answer(listing('a', 'b'))
    await load
    expect(names()).toEqual(['new', 'b'])
  })

  test('of a list that is not shown yet goes on', async () => {
    const { load, answer } = slowLoad()
    replaceRecord<Thing>(client, 'roles', 'a', { name: 'new' })
    await Promise.resolve()
    answer(listing('a'))
    expect(await load).toBe('loaded')
    expect(names()).toEqual(['a'])
  })

  test('of another area goes on', async () => {
    const others = ['users.list', {}]
    client.setQueryData(others, listing('a'), { updatedAt: 1 })
    const { load, answer } = slowLoad(others)
    replaceRecord<Thing>(client, 'roles', 'a', { name: 'new' })
    await Promise.resolve()
    answer(listing('a', 'b'))
    expect(await load).toBe('loaded')
    expect(cached(others)?.rows).toHaveLength(2)
  })
})

test('a change leaves a list as old as it was, so that its next look loads it anew', () => {
  client.setQueryData(key, listing('a'), { updatedAt: 1_000 })
  replaceRecord<Thing>(client, 'roles', 'a', { name: 'new' })
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(1_000)
})

test('a list that does not show the record stays the very same', () => {
  const before = listing('a')
  client.setQueryData(key, before)
  const rollback = replaceRecord<Thing>(client, 'roles', 'other', { name: 'new' })
  expect(cached()).toBe(before)
  rollback()
  expect(cached()).toBe(before)
  removeRecord<Thing>(client, 'roles', 'other')()
  expect(cached()).toBe(before)
})

test('a record that came into a list since the change stays as it came', () => {
  client.setQueryData(key, listing('b'))
  const rollback = replaceRecord<Thing>(client, 'roles', 'a', { name: 'new' })
  client.setQueryData(key, { ...listing('a', 'b'), rows: [row('b'), row('a')] })
  rollback()
  expect(names()).toEqual(['b', 'a'])
})

test('a list without pagination is changed too', () => {
  client.setQueryData(key, { ...listing('a', 'b'), pagination: null })
  removeRecord<Thing>(client, 'roles', 'b')
  expect(cached()).toMatchObject({ rows: [row('a')], pagination: null })
})

test('a record in the middle is removed and comes back to its place', () => {
  client.setQueryData(key, listing('a', 'b', 'c'))
  const rollback = removeRecord<Thing>(client, 'roles', 'b')
  expect(cached()).toMatchObject({
    rows: [row('a'), row('c')],
    pagination: { total: 2, totalPages: 1 },
  })
  rollback()
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('a total never goes below nothing', () => {
  const empty = { page: 1, limit: 2, total: 0, totalPages: 0 }
  client.setQueryData(key, { ...listing('a'), pagination: empty })
  removeRecord<Thing>(client, 'roles', 'a')
  expect(cached()?.pagination).toEqual(empty)
})

test('a record that is put on top of a list stands in it once', () => {
  client.setQueryData(key, listing('a', 'b'))
  putOnTop<Thing>(client, 'roles', 'roles.list', 'b', { _id: 'b', name: 'new' })
  expect(names()).toEqual(['new', 'a'])
})

test('a reload waits for a write that has shown already, which an answer from before it would take back', async () => {
  client.setQueryData(key, listing('a', 'b'))
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  noteWrite(routes['roles.delete'], { params: { id: 'b' } }, promise)
  removeRecord<Thing>(client, 'roles', 'b')
  const reloaded = reloadLists(client, 'roles')
  await new Promise((done) => setTimeout(done, 120))
  expect(client.getQueryState(key)?.isInvalidated).toBe(false)
  resolve({})
  await reloaded
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

test('reloading has the lists of an area loaded anew, and no others', async () => {
  const loads: string[] = []
  const watch = (name: string) => {
    client.setQueryData([name, {}], listing('a'), { updatedAt: Date.now() })
    const observer = new QueryObserver(client, {
      queryKey: [name, {}],
      queryFn: async () => {
        loads.push(name)
        return listing('a')
      },
      staleTime: Number.POSITIVE_INFINITY,
    })
    return observer.subscribe(() => {})
  }
  const stops = ['roles.list', 'roles.listDeleted', 'users.list'].map(watch)
  await reloadLists(client, 'roles')
  expect(loads.toSorted()).toEqual(['roles.list', 'roles.listDeleted'])
  for (const stop of stops) stop()
})
