import { routes } from '@steward/contract/calls/routes'
import { expect, test } from 'vitest'
import './all-routes.ts'
import { othersAmong } from './local-write-tracker.ts'
import { noteWrite } from './pending-writes.ts'

const write = (id: string, answer: Record<string, unknown> | null = { message: '' }) =>
  noteWrite(routes['bills.update'], { params: { id } }, Promise.resolve(answer))

test('changes by this tab are subtracted from those reported, each once', async () => {
  await write('a')
  await write('a')
  expect(othersAmong('bills', 'a', 3)).toBe(1)
  expect(othersAmong('bills', 'a', 1)).toBe(1)
  await write('a')
  expect(othersAmong('posts', 'a', 1)).toBe(1)
  expect(othersAmong('bills', 'b', 1)).toBe(1)
  expect(othersAmong('bills', 'a', 1)).toBe(0)
})

test('a write that failed changed nothing', async () => {
  await write('c', null)
  expect(othersAmong('bills', 'c', 1)).toBe(1)
})

test('a new record is known by its answer', async () => {
  const created = { message: '', data: { _id: 'd' } }
  await noteWrite(routes['bills.create'], {}, Promise.resolve(created))
  expect(othersAmong('bills', 'd', 1)).toBe(0)
})
