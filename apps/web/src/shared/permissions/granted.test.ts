import { expect, test } from 'vitest'
import { grantedWords, notHeld } from './granted.ts'

test('only flags that are exactly true are granted', () => {
  const actions = { list: true, view: 1, edit: 'true', remove: false } as never
  expect(grantedWords([{ module: 'Users', submodules: [{ name: 'Admins', actions }] }])).toEqual([
    { module: 'Users', submodule: 'Admins', actions: ['list'] },
  ])
  expect(grantedWords([{ module: 'Roles', submodules: [{ name: 'Roles', actions: {} }] }])).toEqual(
    [],
  )
})

test('a role holds more than one’s own where one flag of it is missing there', () => {
  const of = (actions: Record<string, boolean>) => [
    { module: 'Users', submodules: [{ name: 'Admins', actions }] },
  ]
  expect(notHeld(of({ list: true }), of({ list: true, view: true }))).toEqual([])
  expect(notHeld(of({ list: true, view: true }), of({ list: true, view: false }))).toEqual([
    { module: 'Users', submodule: 'Admins', action: 'view' },
  ])
})
