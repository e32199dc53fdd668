import { allPermissions, permissionModules } from '@steward/contract/permissions/permissions'
import { describe, expect, test } from 'vitest'
import { granting } from '../../testing/grants.ts'
import { acting, personWith, roleRow } from '../../testing/people-and-roles.ts'
import { refusalOf } from '../../testing/refusals.ts'
import {
  becomesOwner,
  isActiveOwner,
  lastOwner,
  mustBeConfirmed,
  mustExist,
  mustFitType,
  mustNotHarmSelf,
  mustNotHoldDeletedRole,
  mustNotOutrank,
  requireMayGive,
} from './users.rules.ts'

const list = 'Operations · Bills · list'
const listWords = 'Operations · Bills · see the list'
const remove = 'Operations · Bills · delete'
const none = undefined
const everything = permissionModules(() => true)

const ownerRole = roleRow({ id: 'owners', name: 'Owner', system: true, permissions: everything })
const own = roleRow({ id: 'mine', permissions: granting(list) })
const me = acting(personWith(own, { id: 'me' }))
const owner = acting(personWith(ownerRole, { id: 'owner' }), true)
const refused = (code: string, message: string) => ({ code, message, errors: none })
const invalid = (path: string, msg: string) => ({
  code: 'invalid',
  message: `Please check: ${path} ${msg}.`,
  errors: [{ msg, path }],
})

test('a person must be there, and not deleted', () => {
  const person = personWith(null)
  expect(mustExist(person)).toBe(person)
  expect(refusalOf(() => mustExist(none))).toEqual(refused('not_found', 'There is no such user.'))
  const deleted = personWith(null, { deleted_at: '2026-01-01T00:00:00.000Z' })
  expect(refusalOf(() => mustExist(deleted))).toEqual(
    refused('not_found', 'Pat has been deleted. Restore the account first.'),
  )
})

test('nobody has a say over a person who holds more', () => {
  expect(() => mustNotOutrank(me, personWith(null))).not.toThrow()
  expect(() => mustNotOutrank(me, personWith(own))).not.toThrow()
  const stronger = personWith(roleRow({ permissions: granting(list, remove) }))
  expect(refusalOf(() => mustNotOutrank(me, stronger))).toEqual(
    refused(
      'unsafe',
      `Pat has “${remove}”, which you don’t, so you can’t change this account. Ask somebody who has it, such as an owner.`,
    ),
  )
  const anOwner = personWith(ownerRole)
  const ownersOnly = refused('unsafe', 'Pat is an owner, so only an owner can change this account.')
  expect(refusalOf(() => mustNotOutrank(me, anOwner))).toEqual(ownersOnly)
  // To be an owner is more than every permission.
  const almost = acting(personWith(roleRow({ permissions: everything }), { id: 'almost' }))
  expect(refusalOf(() => mustNotOutrank(almost, anOwner))).toEqual(ownersOnly)
  expect(() => mustNotOutrank(owner, anOwner)).not.toThrow()
})

test('an address must be confirmed', () => {
  expect(() => mustBeConfirmed(personWith(null), true)).not.toThrow()
  expect(refusalOf(() => mustBeConfirmed(personWith(null), false))).toEqual(
    refused(
      'conflict',
      'Pat hasn’t confirmed their e-mail address yet. They can be approved once they have used the link in their e-mail. Registering again with the same address sends a new one.',
    ),
  )
})

test('an admin needs an address, and nobody else has a role', () => {
  type Fitting = Omit<Parameters<typeof mustFitType>[0], 'service'>
  const fit = (of: Fitting) => () => mustFitType({ ...of, service: false })
  const fits = (of: Fitting) => expect(fit(of)).not.toThrow()
  fits({ type: 'admin', email: 'a@example.com', role: own })
  fits({ type: 'admin', email: 'a@example.com', role: null })
  fits({ type: 'member', email: null, role: null })
  expect(refusalOf(fit({ type: 'admin', email: null, role: null }))).toEqual(
    invalid('email', 'is required for an admin'),
  )
  expect(refusalOf(fit({ type: 'member', email: null, role: own }))).toEqual(
    invalid('role', 'can only be given to an admin'),
  )
})

test('a service account is an admin without an address, and never an owner', () => {
  const of = { type: 'admin', email: null, role: own, service: true } as const
  const refusal = (change: Partial<Parameters<typeof mustFitType>[0]>) =>
    refusalOf(() => mustFitType({ ...of, ...change }))
  expect(() => mustFitType(of)).not.toThrow()
  expect(refusal({ type: 'member' })).toEqual(
    invalid('type', 'must stay admin for a service account'),
  )
  expect(refusal({ email: 'a@example.com' })).toEqual(
    invalid('email', 'must be empty for a service account'),
  )
  expect(refusal({ role: ownerRole })).toEqual(
    invalid('role', 'can’t be that of owners for a service account'),
  )
})

test('a role that is given exists, is active and holds nothing more', () => {
  expect(requireMayGive(me, own)).toBe(own)
  const absent = invalid('role', 'must be a role that exists')
  expect(refusalOf(() => requireMayGive(me, none))).toEqual(absent)
  expect(refusalOf(() => requireMayGive(me, roleRow({ status: 'deleted' })))).toEqual(absent)
  expect(refusalOf(() => requireMayGive(me, roleRow({ status: 'inactive' })))).toEqual(
    invalid('role', 'must be active. Activate “Helpers” first or choose another role'),
  )
  expect(
    refusalOf(() => requireMayGive(me, roleRow({ permissions: granting(remove) }))),
  ).toMatchObject({
    code: 'not_permitted',
    errors: [{ msg: `You don’t have “${remove}” yourself.`, path: 'role' }],
  })
})

test('only an owner gives the owner role, whatever else one holds', () => {
  expect(requireMayGive(owner, ownerRole)).toBe(ownerRole)
  const almost = acting(personWith(roleRow({ permissions: everything })))
  for (const who of [me, almost]) {
    expect(refusalOf(() => requireMayGive(who, ownerRole))).toEqual({
      code: 'not_permitted',
      message: 'Only an owner can give the role “Owner”.',
      errors: [{ msg: 'can only be given by an owner', path: 'role' }],
    })
  }
})

describe('what becomes of oneself', () => {
  const after = {
    type: 'admin' as const,
    email: 'me@example.com',
    role: own,
    status: 'active' as const,
    deleted: false,
    service: false,
  }
  const ask = 'Ask another owner or admin.'

  test('nothing is lost by a change that keeps everything', () => {
    expect(() => mustNotHarmSelf(me, me.self, after)).not.toThrow()
    const more = roleRow({ permissions: granting(list, remove) })
    expect(() => mustNotHarmSelf(me, me.self, { ...after, role: more })).not.toThrow()
    expect(() => mustNotHarmSelf(owner, owner.self, { ...after, role: ownerRole })).not.toThrow()
  })

  test('whoever has no role has none to lose', () => {
    const nobody = acting(personWith(null, { id: 'me' }))
    expect(() => mustNotHarmSelf(nobody, nobody.self, { ...after, role: null })).not.toThrow()
  })

  test('somebody else may lose anything', () => {
    const other = personWith(own, { id: 'other' })
    expect(() => mustNotHarmSelf(me, other, { ...after, deleted: true, role: null })).not.toThrow()
  })

  test.each([
    [{ deleted: true }, `You can’t delete your own account. ${ask}`],
    [{ status: 'inactive' }, `You can’t deactivate your own account. ${ask}`],
    [{ status: 'pending' }, `You can’t deactivate your own account. ${ask}`],
    [{ type: 'member' }, `You can’t change your own type. ${ask}`],
    [{ role: null }, `You can’t give yourself a role without “${listWords}”. ${ask}`],
    [{ role: roleRow() }, `You can’t give yourself a role without “${listWords}”. ${ask}`],
  ] as [Partial<typeof after>, string][])('%j is refused', (change, message) => {
    expect(refusalOf(() => mustNotHarmSelf(me, me.self, { ...after, ...change }))).toEqual(
      refused('unsafe', message),
    )
  })

  test('an owner stays one', () => {
    const message = 'You can’t remove your own owner role. Ask another owner.'
    for (const role of [null, own, roleRow({ permissions: everything })]) {
      expect(refusalOf(() => mustNotHarmSelf(owner, owner.self, { ...after, role }))).toEqual(
        refused('unsafe', message),
      )
    }
  })
})

test('an active owner holds the owner role as an active admin', () => {
  expect(allPermissions.length).toBeGreaterThan(1)
  expect(isActiveOwner(personWith(ownerRole))).toBe(true)
  expect(isActiveOwner(personWith(roleRow({ permissions: everything })))).toBe(false)
  expect(isActiveOwner(personWith(null))).toBe(false)
  expect(isActiveOwner(personWith(ownerRole, { type: 'member' }))).toBe(false)
  expect(isActiveOwner(personWith(ownerRole, { status: 'inactive' }))).toBe(false)
  const deleted = personWith(ownerRole, { deleted_at: '2026-01-01T00:00:00.000Z' })
  expect(isActiveOwner(deleted)).toBe(false)
})

test('somebody becomes an owner by the role, or by being let in again with it', () => {
  const active = personWith(ownerRole)
  const inactive = personWith(ownerRole, { status: 'inactive' })
  expect(becomesOwner(personWith(own), active)).toBe(true)
  expect(becomesOwner(personWith(null), active)).toBe(true)
  expect(becomesOwner(personWith(own), inactive)).toBe(true)
  expect(becomesOwner(inactive, active)).toBe(true)
  expect(becomesOwner(active, active)).toBe(false)
  expect(becomesOwner(personWith(own), personWith(own))).toBe(false)
  expect(becomesOwner(inactive, inactive)).toBe(false)
  expect(becomesOwner(active, inactive)).toBe(false)
  expect(becomesOwner(active, personWith(own))).toBe(false)
  expect(becomesOwner(active, personWith(null))).toBe(false)
})

test('the last active owner is named, and what is so while passwords are off', () => {
  expect(lastOwner(personWith(ownerRole), 'last')).toMatchObject({
    code: 'unsafe',
    message: 'Pat is the last active owner. Make somebody else an owner first.',
  })
  expect(lastOwner(personWith(ownerRole), 'last_able').message).toBe(
    'Pat is the last active owner who can sign in. Make sure that another owner can, too.',
  )
  expect(lastOwner(personWith(ownerRole), 'none_able').message).toBe(
    'No owner can sign in at the moment, so Pat stays an active owner. Turn passwords on first.',
  )
})

test('nobody becomes active with a deleted role', () => {
  expect(() => mustNotHoldDeletedRole(personWith(own))).not.toThrow()
  expect(() => mustNotHoldDeletedRole(personWith(null))).not.toThrow()
  const holder = personWith(roleRow({ status: 'deleted' }))
  expect(refusalOf(() => mustNotHoldDeletedRole(holder))).toEqual(
    refused(
      'conflict',
      'The role of Pat, “Helpers”, is deleted. Give them another role or restore it first.',
    ),
  )
})
