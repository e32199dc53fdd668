import { permissionModules } from '@steward/contract/permissions/permissions'
import { expect, it } from 'vitest'
import { compareRoles } from './compare.ts'

const lists = permissionModules(({ action }) => action === 'list')
const bills = permissionModules(({ submodule }) => submodule === 'Bills')

it('tells what only one of two roles permits, and what both do', () => {
  const { rows, onlyA, onlyB, both } = compareRoles(lists, bills)
  expect(rows.find(({ submodule }) => submodule === 'Bills')).toEqual({
    module: 'Operations',
    submodule: 'Bills',
    onlyA: [],
    onlyB: ['create', 'update', 'delete', 'purge', 'import'],
    both: ['list'],
  })
  expect([onlyA, onlyB, both]).toEqual([rows.length - 1, 5, 1])
})

it('leaves out where neither permits anything', () => {
  expect(compareRoles(bills, bills).rows).toHaveLength(1)
  expect(compareRoles([], []).rows).toEqual([])
})
