import { describe, expect, test } from 'vitest'
import { granting, holding } from '../../testing/grants.ts'
import { acting, personWith, roleRow } from '../../testing/people-and-roles.ts'
import { refusalOf } from '../../testing/refusals.ts'
import {
  holdsMore,
  mustBeChangeable,
  mustExist,
  mustHoldRole,
  mustNotBeHeld,
  requireMayPermit,
  requireMaySetStatus,
} from './roles.rules.ts'

const list = 'Operations · Bills · list'
const listWords = 'Operations · Bills · see the list'
const remove = 'Operations · Bills · delete'
const none = undefined

const me = acting(personWith(roleRow({ id: 'mine', permissions: granting(list) })))

test('a role must exist, deleted or not', () => {
  const role = roleRow({ status: 'deleted' })
  expect(mustExist(role)).toBe(role)
  const absent = { code: 'not_found', message: 'There is no such role.', errors: none }
  expect(refusalOf(() => mustExist(none))).toEqual(absent)
  expect(refusalOf(() => mustBeChangeable(none))).toEqual(absent)
})

test('a role can be changed unless it is deleted or the owner role', () => {
  const role = roleRow({ status: 'inactive' })
  expect(mustBeChangeable(role)).toBe(role)
  expect(refusalOf(() => mustBeChangeable(roleRow({ status: 'deleted' })))).toEqual({
    code: 'not_found',
    message: 'The role “Helpers” has been deleted. Restore it first.',
    errors: none,
  })
  expect(refusalOf(() => mustBeChangeable(roleRow({ system: true })))).toEqual({
    code: 'unsafe',
    message:
      'The role “Helpers” can’t be changed, deactivated or deleted. Create another role instead.',
    errors: none,
  })
})

test('a role holds more where it permits anything that who acts does not hold', () => {
  expect(holdsMore(me, roleRow())).toBe(false)
  expect(holdsMore(me, roleRow({ permissions: granting(list) }))).toBe(false)
  expect(holdsMore(me, roleRow({ permissions: granting(list, remove) }))).toBe(true)
  expect(holdsMore(me, roleRow({ system: true }))).toBe(true)
})

test('nobody has a say over a role that permits more than they hold', () => {
  expect(() => mustHoldRole(me, roleRow({ permissions: granting(list) }))).not.toThrow()
  expect(
    refusalOf(() => mustHoldRole(me, roleRow({ permissions: granting(list, remove) }))),
  ).toEqual({
    code: 'not_permitted',
    message: `The role “Helpers” has the permission “${remove}”, which you don’t have. Please ask somebody who does.`,
    errors: none,
  })
})

const losing = {
  code: 'unsafe',
  message: `People with the role “Helpers” have “${remove}”, which you don’t, so you can’t take it from them. Ask somebody who has it, such as an owner.`,
  errors: none,
}

describe('permissions of a role', () => {
  const permit = (now: string[], next: string[], holders = 1, id = 'other') =>
    requireMayPermit(me, roleRow({ id, permissions: granting(...now) }), holding(...next), holders)

  test('what is held can be granted, kept and taken', () => {
    expect(() => permit([], [list])).not.toThrow()
    expect(() => permit([list], [])).not.toThrow()
    // What the role has already is not granted by this change.
    expect(() => permit([remove], [remove, list])).not.toThrow()
  })

  test('what is not held can’t be granted', () => {
    expect(refusalOf(() => permit([], [list, remove]))).toMatchObject({
      code: 'not_permitted',
      errors: [{ msg: `You don’t have “${remove}” yourself.`, path: 'permissions' }],
    })
  })

  test('nobody takes a permission from their own role', () => {
    expect(refusalOf(() => permit([list], [], 1, 'mine'))).toEqual({
      code: 'unsafe',
      message: `You can’t remove “${listWords}” from your own role. Ask somebody with another role, such as an owner.`,
      errors: none,
    })
    expect(() => permit([list], [list], 1, 'mine')).not.toThrow()
  })

  test('whoever has no role can’t be told from one by it', () => {
    const nobody = acting(personWith(null))
    const role = roleRow({ permissions: granting(list) })
    expect(refusalOf(() => requireMayPermit(nobody, role, holding(), 1)).message).toMatch(
      /^People with the role/,
    )
  })

  test('nobody takes from people who work what they don’t hold themselves', () => {
    expect(refusalOf(() => permit([list, remove], [list]))).toEqual(losing)
    expect(() => permit([list, remove], [list], 0)).not.toThrow()
    expect(() => permit([list, remove], [remove])).not.toThrow()
  })
})

describe('status of a role', () => {
  const set = (status: 'active' | 'inactive', held: string[], holders = 1, id = 'other') =>
    requireMaySetStatus(me, roleRow({ id, permissions: granting(...held) }), status, holders)

  test('a role whose permissions are held can be switched', () => {
    expect(() => set('active', [list])).not.toThrow()
    expect(() => set('inactive', [list])).not.toThrow()
  })

  test('activating gives its people nothing that who acts doesn’t hold', () => {
    expect(refusalOf(() => set('active', [list, remove]))).toMatchObject({
      code: 'not_permitted',
      errors: [{ msg: `You don’t have “${remove}” yourself.`, path: 'status' }],
    })
    expect(() => set('active', [list, remove], 0)).not.toThrow()
    expect(() => set('active', [list], 1, 'mine')).not.toThrow()
  })

  test('nobody deactivates their own role', () => {
    const own = {
      code: 'unsafe',
      message:
        'You can’t deactivate your own role because it would lock you out. Ask somebody with another role, such as an owner.',
      errors: none,
    }
    expect(refusalOf(() => set('inactive', [list], 1, 'mine'))).toEqual(own)
    const nobody = acting(personWith(null))
    expect(() => requireMaySetStatus(nobody, roleRow(), 'inactive', 0)).not.toThrow()
  })

  test('nobody deactivates a role whose people may do what they may not', () => {
    expect(refusalOf(() => set('inactive', [list, remove]))).toEqual(losing)
    expect(() => set('inactive', [list, remove], 0)).not.toThrow()
  })
})

test('a role that people work with isn’t deleted', () => {
  expect(() => mustNotBeHeld(roleRow(), 0)).not.toThrow()
  const conflict = (who: string) => ({
    code: 'conflict',
    message: `${who} the role “Helpers”. Give them another role first, or deactivate the role instead.`,
    errors: none,
  })
  expect(refusalOf(() => mustNotBeHeld(roleRow(), 1))).toEqual(conflict('1 active admin holds'))
  expect(refusalOf(() => mustNotBeHeld(roleRow(), 2))).toEqual(conflict('2 active admins hold'))
})
