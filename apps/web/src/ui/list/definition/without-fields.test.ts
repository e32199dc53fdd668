// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { billDefinition } from '../../../features/bills/bill-definition.tsx'
import { taskDefinition } from '../../../features/tasks/task-definition.tsx'
import { withoutFields } from './without-fields.ts'

test('hidden fields are no columns, filters, sorts, and no part of a search or a first view', () => {
  const { list, columns, filters, fields } = withoutFields(billDefinition, ['amount', 'dueAt'])
  expect(columns.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['amount']))
  expect(columns.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['due']))
  expect(filters.map(({ key }) => key)).toEqual(['status', 'currency', 'payer'])
  expect(Object.keys(list.filters)).not.toEqual(expect.arrayContaining(['amount']))
  // The span of bills is when they are due.
  for (const gone of ['dueAt', 'from', 'to']) expect(Object.keys(list.filters)).not.toContain(gone)
  expect([list.span, list.first, list.sorts.includes('amount')]).toEqual([
    undefined,
    undefined,
    false,
  ])
  expect(Object.keys(fields ?? {})).not.toContain('amount')
})

test('what tells of a hidden field is no filter, either', () => {
  const { list, filters } = withoutFields(taskDefinition, ['dueAt'])
  expect(Object.keys(list.filters)).not.toContain('overdue')
  expect(filters.map(({ key }) => key)).not.toContain('overdue')
})

test('a first view stays while its fields are shown', () => {
  expect(withoutFields(taskDefinition, ['description']).list.first).toBeDefined()
  expect(withoutFields(taskDefinition, ['assignee']).list.first).toBeUndefined()
  expect(withoutFields(taskDefinition, [])).toBe(taskDefinition)
})
