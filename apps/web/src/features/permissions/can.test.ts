import { permission, permissionModules } from '@steward/contract/permissions/permissions'
import { expect, it } from 'vitest'
import { canOf } from './can.ts'

const bills = permission('Operations', 'Bills', 'delete')

it('holds what is granted and nothing else', () => {
  const can = canOf(
    permissionModules(({ submodule }) => submodule === 'Bills'),
    {},
  )
  expect(can(bills)).toBe(true)
  expect(can(permission('Operations', 'Tasks', 'list'))).toBe(false)
})

it('holds nothing before anything is known', () => {
  expect(canOf(undefined, {})(bills)).toBe(false)
  expect(canOf(null, {})(bills)).toBe(false)
})

it('asks under the names that another server has', () => {
  const theirs = [
    { module: 'finance', submodules: [{ name: 'invoices', actions: { delete: true } }] },
  ]
  expect(canOf(theirs, {})(bills)).toBe(false)
  const names = { modules: { Operations: 'finance' }, submodules: { Bills: 'invoices' } }
  expect(canOf(theirs, names)(bills)).toBe(true)
})
