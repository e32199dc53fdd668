import { expect, test } from 'vitest'
import { sampleDefinition } from '../../../testing/sample-list.ts'
import { asking, changedFilters, fieldsOf } from './filter-fields.ts'

const list = {
  ...sampleDefinition.list,
  suffixes: true as const,
  filters: { status: 'status', size: 'money', createdAt: 'time', includeDeleted: 'switch' },
} as const
const fields = fieldsOf({ ...sampleDefinition, list })
const without = (...names: string[]) =>
  Object.assign(
    {},
    ...fields.filter(({ key }) => names.includes(key)).map((field) => asking(field, {})),
  )

test('a filter that is taken away leaves nothing of its field', () => {
  const set = { status: ['on'], 'size.min': ['100'] }
  expect(changedFilters(set, without('size'), list)).toEqual({ status: ['on'] })
})

test('how filters are joined goes with the last of them', () => {
  const set = { status: ['on'], 'size.min': ['100'], 'createdAt.last': ['7d'], match: ['any'] }
  expect(changedFilters(set, without('status', 'size', 'createdAt'), list)).toEqual({})
  const wide = { ...set, includeDeleted: ['true'] }
  expect(changedFilters(wide, without('status', 'size', 'createdAt'), list)).toEqual({
    includeDeleted: ['true'],
  })
  expect(changedFilters(set, without('size'), list)).toEqual({
    status: ['on'],
    'createdAt.last': ['7d'],
    match: ['any'],
  })
})
