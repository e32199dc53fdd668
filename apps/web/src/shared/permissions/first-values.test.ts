import { expect, test } from 'vitest'
import { creationConditions, firstValues } from './first-values.ts'

const ofBills = { module: 'Operations', submodule: 'Bills' }

test('a new record begins with the values of which its condition names exactly one', () => {
  const where = { currency: ['EUR'], status: 'due', payer: ['me'], 'amount.max': '500' }
  expect(firstValues('bills', [where], 'u1')).toEqual({
    currency: 'EUR',
    status: 'due',
    payer: { id: 'u1', name: 'Me' },
  })
  expect(firstValues('events', [{ online: ['true'] }], null)).toEqual({ online: true })
  expect(firstValues('tasks', [{ priority: ['high'], overdue: ['true'] }], 'u1')).toEqual({
    priority: 'high',
  })
})

test('it begins as ever where several values, or several conditions, are permitted', () => {
  expect(firstValues('bills', undefined, 'u1')).toEqual({})
  expect(firstValues('bills', [{ currency: ['EUR', 'USD'] }], 'u1')).toEqual({})
  expect(firstValues('bills', [{ currency: ['EUR'] }, { status: ['due'] }], 'u1')).toEqual({})
  const either = { currency: ['EUR'], status: ['due'], match: 'any' }
  expect(firstValues('bills', [either], 'u1')).toEqual({})
  expect(firstValues('bills', [{ currency: ['EUR'], match: 'any' }], 'u1')).toEqual({
    currency: 'EUR',
  })
})

test('it begins without what the form can’t show: another person, or no value of the field', () => {
  const where = { payer: ['0197a4e2-0000-7000-8000-000000000001'], status: ['sold'] }
  expect(firstValues('bills', [where], 'u1')).toEqual({})
  expect(firstValues('bills', [{ payer: ['me'] }], null)).toEqual({})
})

test('the conditions are those of creating, not of another action', () => {
  const limits = {
    conditions: [
      { ...ofBills, action: 'list', where: { status: ['due'] } },
      { ...ofBills, action: 'create', where: { currency: ['EUR'] } },
    ],
    fieldRules: [],
  }
  expect(creationConditions(limits, 'bills')).toEqual([{ currency: ['EUR'] }])
  expect(creationConditions(limits, 'tasks')).toBeUndefined()
})

test('the conditions of creating people are those of their type', () => {
  const where = { role: ['r2'], status: ['inactive'] }
  const limits = {
    conditions: [{ module: 'Users', submodule: 'Admins', action: 'create', where }],
    fieldRules: [],
  }
  expect(creationConditions(limits, 'users', 'Admins')).toEqual([where])
  expect(creationConditions(limits, 'users', 'Members')).toBeUndefined()
  expect(firstValues('users', [where], null)).toEqual({ role: 'r2', status: 'inactive' })
})
