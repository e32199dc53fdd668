import type { RowCondition } from '@steward/contract/permissions/conditions'
import { type PermissionModule, permissionModules } from '@steward/contract/permissions/permissions'
import { expect, it } from 'vitest'
import { compareRoles } from './compare.ts'

const rights = (permissions: PermissionModule[], conditions: RowCondition[] = []) => ({
  permissions,
  conditions,
  fieldRules: [],
})
const lists = permissionModules(({ action }) => action === 'list')
const bills = permissionModules(({ submodule }) => submodule === 'Bills')

it('tells what only one of two roles permits, and what both do', () => {
  const { rows, onlyA, onlyB, both } = compareRoles(rights(lists), rights(bills))
  expect(rows.find(({ submodule }) => submodule === 'Bills')).toEqual({
    module: 'Operations',
    submodule: 'Bills',
    onlyA: [],
    onlyB: ['create', 'update', 'delete', 'purge', 'import'],
    both: ['list'],
    granted: { a: ['list'], b: ['list', 'create', 'update', 'delete', 'purge', 'import'] },
    isLimitedElse: false,
  })
  expect([onlyA, onlyB, both]).toEqual([rows.length - 1, 5, 1])
})

it('leaves out where neither permits anything', () => {
  expect(compareRoles(rights(bills), rights(bills)).rows).toHaveLength(1)
  expect(compareRoles(rights([]), rights([])).rows).toEqual([])
})

it('tells where two roles permit the same of other records', () => {
  const few = { module: 'Operations', submodule: 'Bills', action: 'list' }
  const narrowed = rights(bills, [{ ...few, where: { status: ['due'] } }])
  const { rows, limitedElse } = compareRoles(rights(bills), narrowed)
  expect([limitedElse, rows.map(({ isLimitedElse }) => isLimitedElse)]).toEqual([1, [true]])
  expect(compareRoles(narrowed, narrowed).limitedElse).toBe(0)
})
