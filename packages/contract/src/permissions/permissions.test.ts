import { describe, expect, it } from 'vitest'
import { can, type PermissionModule } from './permissions.ts'

const held = (flag: unknown): PermissionModule[] => [
  { module: 'Users', submodules: [{ name: 'Admins', actions: { list: false } }] },
  {
    module: 'Operations',
    submodules: [
      { name: 'Tasks', actions: { list: true } },
      { name: 'Bills', actions: { list: true, delete: flag as boolean } },
    ],
  },
]

describe('the permission check (specification section 5)', () => {
  it('Permission check: it is true only if the module exists, the submodule exists, and the requested action flag is exactly true.', () => {
    const modules = held(true)
    expect(can(modules, 'Operations', 'Bills', 'delete')).toBe(true)
    expect(can(modules, 'Elsewhere', 'Bills', 'delete')).toBe(false)
    expect(can(modules, 'Users', 'Bills', 'delete')).toBe(false)
    expect(can(modules, 'Operations', 'Invoices', 'delete')).toBe(false)
    expect(can(modules, 'Operations', 'Bills', 'update')).toBe(false)
    expect(can(modules, 'Users', 'Admins', 'list')).toBe(false)
    for (const flag of ['true', 1, {}, [], 'yes', false, null, undefined])
      expect(can(held(flag), 'Operations', 'Bills', 'delete'), String(flag)).toBe(false)
  })

  it('The action defaults to list.', () => {
    expect(can(held(true), 'Operations', 'Bills')).toBe(true)
    expect(can(held(true), 'Users', 'Admins')).toBe(false)
  })

  it.each([
    { modules: null },
    { modules: undefined },
    { modules: 'Operations' },
    { modules: {} },
    { modules: [null] },
    { modules: [{ module: 'Operations' }] },
    { modules: [{ module: 'Operations', submodules: [null] }] },
    { modules: [{ module: 'Operations', submodules: [{ name: 'Bills' }] }] },
  ])('is false of what holds no permissions: $modules', ({ modules }) => {
    expect(can(modules as PermissionModule[], 'Operations', 'Bills')).toBe(false)
  })
})
