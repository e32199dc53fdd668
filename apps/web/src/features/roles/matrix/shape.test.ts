import { permissionModules } from '@steward/contract/permissions/permissions'
import { expect, it } from 'vitest'
import { flagsOf, modulesOf, shapeOf } from './shape.ts'

const bills = permissionModules(({ submodule }) => submodule === 'Bills')

it('gives back the modules that it was made of', () => {
  const shape = shapeOf(bills)
  expect(modulesOf(shape, flagsOf(shape, bills))).toEqual(bills)
})

it('orders the actions as people think of them, its own last', () => {
  expect(shapeOf(bills).columns).toEqual([
    'list',
    'view',
    'create',
    'update',
    'status',
    'delete',
    'restore',
    'purge',
    'preview',
    'import',
    'comment',
    'undo',
    'share',
    'provision',
    'propose',
    'approve',
    'export',
    'erase',
  ])
})

it('holds what any of several lists has', () => {
  const one = [{ module: 'A', submodules: [{ name: 'x', actions: { list: true } }] }]
  const other = [
    { module: 'A', submodules: [{ name: 'x', actions: { fly: true } }] },
    { module: 'B', submodules: [{ name: 'y', actions: { list: false } }] },
  ]
  const shape = shapeOf(one, other)
  expect(shape.columns).toEqual(['list', 'fly'])
  expect(shape.names.map((names) => Object.values(names).join(' '))).toEqual([
    'A x list',
    'A x fly',
    'B y list',
  ])
  expect([...flagsOf(shape, other)]).toEqual([0, 1, 0])
})

it('takes only a flag that is exactly true', () => {
  const odd = [
    { module: 'A', submodules: [{ name: 'x', actions: { a: 'true', b: 1, c: true } as never }] },
  ]
  const shape = shapeOf(odd)
  expect([...flagsOf(shape, odd)]).toEqual([0, 0, 1])
})
