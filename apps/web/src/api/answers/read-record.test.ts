import { areaFields } from '@steward/contract/areas/listings'
import { expect, test } from 'vitest'
import { readModules, readRecord, readReference } from './read-record.ts'

const { users, bills, tasks, posts, polls } = areaFields

test('each field becomes what its kind says, or null where it says nothing', () => {
  const record = {
    _id: 7,
    number: 12,
    title: '  ',
    payer: 'Ada',
    amount: '1250',
    currency: {},
    dueAt: 1772366400000,
    paidAt: 'soon',
    version: '3',
    ours: ['kept'],
  }
  expect(readRecord(bills, record)).toEqual({
    _id: '7',
    number: '12',
    title: null,
    payer: { _id: null, name: 'Ada', image: null },
    amount: 1250,
    currency: null,
    dueAt: '2026-03-01T12:00:00.000Z',
    paidAt: null,
    version: 3,
    ours: ['kept'],
  })
})

test('what is left out stays left out, so that the answer of a change leaves the rest as it was', () =>
  expect(readRecord(users, { id: 'u1', name: 'Ada' })).toEqual({
    _id: 'u1',
    id: 'u1',
    name: 'Ada',
  }))

test('lists lose what can be none of theirs', () => {
  expect(readRecord(posts, { images: ['/a', '', null], reports: [null, { reason: ' ' }] })).toEqual(
    {
      _id: '',
      images: ['/a'],
      reports: [{ reason: ' ' }],
    },
  )
  expect(readRecord(polls, { questions: null })).toMatchObject({ questions: null })
  expect(readRecord(tasks, { about: { area: 'bills' } })).toMatchObject({
    about: { area: 'bills' },
  })
})

test('what is no record is none', () => {
  for (const none of [null, undefined, 'text', 5, []]) expect(readRecord(users, none)).toBeNull()
})

test('references may be objects, names, or nothing', () => {
  expect(readReference({ _id: '1', name: 'Ada' })).toEqual({ _id: '1', name: 'Ada', image: null })
  expect(readReference({ id: 7 })).toEqual({ _id: '7', name: null, image: null })
  expect(readReference('Ada')).toEqual({ _id: null, name: 'Ada', image: null })
  for (const none of [null, undefined, '', {}, 5]) expect(readReference(none)).toBeNull()
})

test('permission modules without a name are left out, their flags stay as they came', () => {
  const modules = [
    {},
    { module: 'A', submodules: null },
    {
      module: 'B',
      submodules: [{ name: 'x', actions: { a: 'true', b: true } }, { name: 'y' }, {}],
    },
  ]
  expect(readModules(modules)).toEqual([
    { module: 'A', submodules: [] },
    {
      module: 'B',
      submodules: [
        { name: 'x', actions: { a: 'true', b: true } },
        { name: 'y', actions: {} },
      ],
    },
  ])
})
