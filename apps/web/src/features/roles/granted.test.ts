import { expect, test } from 'vitest'
import { grantedWords } from './granted.ts'

test('only flags that are exactly true are granted', () => {
  const actions = { list: true, view: 1, edit: 'true', remove: false } as never
  expect(grantedWords([{ module: 'Users', submodules: [{ name: 'Admins', actions }] }])).toEqual([
    { module: 'Users', submodule: 'Admins', actions: ['list'] },
  ])
  expect(grantedWords([{}, { module: 'Roles', submodules: [{ name: 'Roles' }] }])).toEqual([])
})
