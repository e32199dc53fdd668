import { auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { userTypes } from '@steward/contract/users/users'
import { expect, test } from 'vitest'
import { granting } from '../../testing/grants.ts'
import { acting, personWith, roleRow } from '../../testing/people-and-roles.ts'
import { mayShowEntry, visibleTo } from './audit-log.rules.ts'

const seenWith = (...names: string[]) =>
  visibleTo(acting(personWith(roleRow({ permissions: granting(...names) }))).session)

test('who holds everything sees all', () => {
  const everything = permissionModules(() => true)
  const { areas, types, all } = visibleTo(
    acting(personWith(roleRow({ permissions: everything }))).session,
  )
  expect([areas.toSorted(), types.toSorted(), all]).toEqual([
    auditAreas.toSorted(),
    userTypes.toSorted(),
    true,
  ])
})

test('each area is seen with the permission for its list, and nothing with none', () => {
  expect(seenWith()).toEqual({ areas: [], types: [], all: false })
  expect(seenWith('Operations · Bills · list')).toEqual({ areas: ['bills'], types: [], all: false })
  expect(seenWith('Operations · Bills · update').areas).toEqual([])
})

test('sign-ins are seen by who may list admins', () => {
  const [members, admins] = ['Members', 'Admins'].map((name) => seenWith(`Users · ${name} · list`))
  expect(members).toMatchObject({ areas: ['users'], types: ['member'] })
  expect(admins).toMatchObject({ areas: ['users', 'accounts'], types: ['admin'] })
})

test('saved views are seen by who may share them and see every list', () => {
  expect(seenWith('System · Saved views · share').areas).toEqual([])
  const lists = permissionModules(({ action }) => action === 'list')
  const without = visibleTo(acting(personWith(roleRow({ permissions: lists }))).session)
  expect(without.areas).not.toContain('saved-views')
  expect(without.all).toBe(false)
})

test.each([
  [{ area: 'bills', person_types: null }, { areas: ['bills'], types: [] }, true],
  [{ area: 'bills', person_types: null }, { areas: ['posts'], types: [...userTypes] }, false],
  [{ area: 'users', person_types: ['member'] }, { areas: ['users'], types: ['member'] }, true],
  [{ area: 'users', person_types: ['member'] }, { areas: ['posts'], types: ['member'] }, false],
  [
    { area: 'users', person_types: ['member', 'admin'] },
    { areas: ['users'], types: ['member'] },
    false,
  ],
  [{ area: 'users', person_types: null }, { areas: ['users'], types: ['member'] }, false],
  [{ area: 'users', person_types: null }, { areas: ['users'], types: [...userTypes] }, true],
] as const)('%j is shown to who may see %j: %s', (entry, visible, isShown) => {
  expect(mayShowEntry(entry, { ...visible, all: false })).toBe(isShown)
  expect(mayShowEntry(entry, { areas: [], types: [], all: true })).toBe(true)
})
