import { expect, test } from 'vitest'
import { isOverdue } from './task-cells.tsx'

const now = Date.parse('2026-06-15T12:00:00Z')

test('overdue is what is past its time and neither done nor cancelled', () => {
  const dueAt = '2026-06-15T11:59:59Z'
  expect(isOverdue({ _id: 't1', dueAt, status: 'todo' }, now)).toBe(true)
  expect(isOverdue({ _id: 't1', dueAt }, now)).toBe(true)
  expect(isOverdue({ _id: 't1', dueAt, status: 'done' }, now)).toBe(false)
  expect(isOverdue({ _id: 't1', dueAt, status: 'cancelled' }, now)).toBe(false)
  expect(isOverdue({ _id: 't1', dueAt: '2026-06-15T12:00:01Z', status: 'todo' }, now)).toBe(false)
  expect(isOverdue({ _id: 't1', dueAt: null, status: 'todo' }, now)).toBe(false)
})
