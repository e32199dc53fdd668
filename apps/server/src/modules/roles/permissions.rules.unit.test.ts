import { expect, test } from 'vitest'
import { granting, holding, named } from '../../testing/grants.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { impersonatedRights, mustHoldWhatIsGranted, namesOf } from './permissions.rules.ts'

const four = named(
  'Roles · Roles · list',
  'Roles · Roles · create',
  'Operations · Bills · list',
  'Operations · Bills · delete',
)

test('names up to three permissions, and says how many more there are', () => {
  expect(String(namesOf(four.slice(0, 1)))).toBe('“Roles · Roles · see the list”')
  expect(String(namesOf(four.slice(0, 3)))).toBe(
    '“Roles · Roles · see the list”, “Roles · Roles · create” and “Operations · Bills · see the list”',
  )
  expect(String(namesOf(four))).toBe(
    '“Roles · Roles · see the list”, “Roles · Roles · create”, “Operations · Bills · see the list” and 1 more',
  )
})

test('what is granted must be held, each permission named at its field', () => {
  expect(() => mustHoldWhatIsGranted([], 'role')).not.toThrow()
  expect(refusalOf(() => mustHoldWhatIsGranted(four.slice(0, 2), 'role'))).toEqual({
    code: 'not_permitted',
    message:
      'You can’t grant “Roles · Roles · see the list” and “Roles · Roles · create” because you don’t have it yourself. Remove it, or ask somebody who has it, such as an owner.',
    errors: [
      { msg: 'You don’t have “Roles · Roles · see the list” yourself.', path: 'role' },
      { msg: 'You don’t have “Roles · Roles · create” yourself.', path: 'role' },
    ],
  })
})

test('the answer names the permissions, for a screen that says who can grant them', () => {
  try {
    mustHoldWhatIsGranted(four.slice(0, 1), 'role')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ data: { permissions: four.slice(0, 1) } })
  }
})

test('whoever impersonates a role holds what both they and the role hold', () => {
  const own = holding('Roles · Roles · list', 'Operations · Bills · list')
  const role = holding('Operations · Bills · list', 'Operations · Bills · delete')
  const both = granting('Operations · Bills · list')
  expect(impersonatedRights(own, role).permissions).toEqual(both)
  expect(impersonatedRights(role, own).permissions).toEqual(both)
  expect(impersonatedRights(own, holding()).permissions).toEqual(granting())
})
