import { permissionModules } from '@steward/contract/permissions/permissions'
import { expect, it } from 'vitest'
import type { Role } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'
import { grantableRoles } from './waiting-dialogs.tsx'

const role = (id: string, record: Partial<Role>): Row<Role> => ({
  id,
  record: { _id: id, name: `Role ${id}`, status: 'active', ...record },
})
const lists = permissionModules(({ action }) => action === 'list')
const all = permissionModules(() => true)
const names = (rows: Row<Role>[], can: Parameters<typeof grantableRoles>[1]) =>
  grantableRoles(rows, can).map(({ value }) => value)

it('offers only roles that permit no more than one holds', () => {
  const rows = [role('lists', { permissions: lists }), role('all', { permissions: all })]
  expect(names(rows, ({ action }) => action === 'list')).toEqual(['lists'])
  expect(names(rows, () => true)).toEqual(['lists', 'all'])
})

it('leaves out roles that nobody can have just now, and takes one that tells nothing', () => {
  const rows = [role('off', { status: 'inactive' }), role('plain', {})]
  expect(names(rows, () => false)).toEqual(['plain'])
})
