import type { LiveChange } from '@steward/contract/live/live'
import { expect, test } from 'vitest'
import { isAffected } from './affected.ts'
import { gather, nothingGathered, putBack, withoutOwn } from './pending-changes.ts'

const gathered = (...changes: Partial<LiveChange>[]) => {
  const all = nothingGathered()
  for (const each of changes)
    gather(all, { area: 'bills', action: 'update', ids: ['b1'], at: '', ...each })
  return all
}

test('however many records change, only so many are kept by their ids', () => {
  const storm = gathered(
    ...Array.from({ length: 2_000 }, (_, at) => ({ ids: [`b${at}`], action: 'delete' as const })),
  )
  expect(storm.areas.get('bills')).toMatchObject({ many: true })
  expect(storm.areas.get('bills')?.ids.size).toBe(1_000)
})

test('a record that came back is deleted no more', () => {
  const of = gathered({ action: 'delete' }, { action: 'restore' }).areas.get('bills')
  expect([...(of?.deleted ?? [])]).toEqual([])
  const left = gathered({ action: 'delete' })
  const now = gathered({ action: 'restore' })
  putBack(now, left)
  expect([...(now.areas.get('bills')?.deleted ?? [])]).toEqual([])
})

test('of a record that this tab and somebody else changed, the other change counts', () => {
  const others = (own: number) => (_area: string, _id: string, count: number) => count - own
  const once = gathered({}, { area: 'posts', ids: ['p1'] })
  expect(
    withoutOwn(once, (area, ...rest) => others(area === 'bills' ? 1 : 0)(area, ...rest)),
  ).toEqual(['bills'])
  expect([...once.areas.keys()]).toEqual(['posts'])
  const twice = gathered({}, {})
  expect(withoutOwn(twice, others(1))).toEqual([])
  expect(twice.areas.get('bills')?.ids.has('b1')).toBe(true)
})

test.each([
  [['bills.list', { page: '1' }], true],
  [['bills.totals', {}], true],
  [['auditLog.list', { record: 'b1' }, 'history'], true],
  [['auditLog.list', { record: 'b2' }, 'history'], false],
  [['auditLog.list', { record: ['b2'] }], true],
  [['dashboard.counts'], true],
  [['posts.list', {}], false],
  [['users.details', { id: 'u1' }], false],
  [['jobs.details', 'j1'], false],
  // A moment of the past stays what it was.
  [['bills.list', { page: '1', asOf: '2026-01-01T00:00:00Z' }], false],
])('after a change of one bill: does %j follow? %s', (key, follows) => {
  expect(isAffected(key, gathered({}))).toBe(follows)
})

test.each([
  [['users.details', { id: 'u1' }], true],
  [['users.details', { id: 'u2' }], false],
  [['users.listAdmins', {}], true],
  [['roles.one', { id: 'r1' }], true],
  [['accounts.listWaiting', { limit: '1' }, 'count'], true],
  [['permissions.own'], false],
])('after a change of one user: does %j follow? %s', (key, follows) => {
  expect(isAffected(key, gathered({ area: 'users', ids: ['u1'] }))).toBe(follows)
})

test('after a change of a role the own permissions follow, after a reset all but what is under way', () => {
  expect(isAffected(['permissions.own'], gathered({ area: 'roles', ids: ['r1'] }))).toBe(true)
  const all = { ...nothingGathered(), all: true }
  expect(isAffected(['posts.list', {}], all)).toBe(true)
  expect(isAffected(['imports.preview', 'f1'], all)).toBe(false)
})
