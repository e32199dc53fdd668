import { whereSchema } from '@steward/contract/permissions/conditions.endpoints'
import { expect, test } from 'vitest'
import { whereOf } from './where-of.ts'

test('filters become what a condition takes: lists where several values may stand, else one', () => {
  const where = whereOf('bills', {
    status: ['due', 'overdue'],
    'payer.not': ['me'],
    'amount.max': ['500'],
    'dueAt.empty': ['false'],
    match: ['any'],
  })
  expect(where).toEqual({
    status: ['due', 'overdue'],
    'payer.not': ['me'],
    'amount.max': '500',
    'dueAt.empty': 'false',
    match: 'any',
  })
  expect(whereSchema('bills').safeParse(where).error).toBeUndefined()
  const online = whereOf('events', { online: ['true'], 'startsAt.next': ['7d'] })
  expect(whereSchema('events').safeParse(online).error).toBeUndefined()
})
