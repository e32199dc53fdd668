import type { UserType } from '@steward/contract/users/users'
import { expect, it } from 'vitest'
import { changesToSend, checkFields, valuesOf } from '../../ui/form/form-fields.ts'
import { mergeEdits } from '../../ui/form/merge-edits.ts'
import { userForm } from './user-form.ts'

const ada = { name: 'Ada', type: 'admin', role: { _id: 'r1', name: 'Owner' }, status: 'active' }
const roles = [{ value: 'r2', label: 'Moderator' }]
const fields = userForm('member', roles)
const before = valuesOf(fields, ada)

it('sends of a new user what is filled in; a password and a role for admins alone', () => {
  const blank = valuesOf(fields, null)
  const values = { ...blank, name: 'Bo', password: 'secret', role: 'r1' }
  const sent = (change: object) =>
    Object.keys(changesToSend(fields, { ...values, ...change }, blank, true))
  expect(sent({})).toEqual(['name', 'email', 'type', 'status', 'shoppingFeedStatus'])
  expect(sent({ type: 'admin' })).toEqual([
    'name',
    'email',
    'type',
    'role',
    'password',
    'status',
    'shoppingFeedStatus',
  ])
})

it('names the roles of both states', () => {
  const differs = (role: object) =>
    mergeEdits(fields, ada, { ...before, role: 'r3' }, { ...ada, role }).conflicts.map(
      ({ theirs }) => theirs,
    )
  expect(differs({ _id: 'r2', name: 'As it was called' })).toEqual(['Moderator'])
  expect(differs({ _id: 'r9', name: 'Hidden' })).toEqual(['Hidden'])
})

it('says all at once what can’t be sent', () => {
  const blank = valuesOf(userForm('admin', roles), null)
  expect(
    checkFields(fields, { ...blank, phone: '1'.repeat(201), password: 'short' }, null),
  ).toEqual({
    name: 'Enter a name',
    email: 'An admin needs an e-mail address',
    role: 'Choose a role',
    phone: 'Enter at most 200 characters',
    password: 'Enter at least 10 characters, or leave empty to send an invitation',
  })
  const role = 'r1'
  const fine = { ...blank, role, name: '🎪'.repeat(200), email: ' a@b ', password: '0123456789' }
  expect(checkFields(fields, fine, null)).toEqual({})
  const member = { ...valuesOf(fields, null), name: 'Ada', password: 'short' }
  expect(checkFields(fields, member, null)).toEqual({})
  expect(checkFields(fields, { ...member, email: 'nobody' }, null)).toEqual({
    email: 'Enter an e-mail address, such as name@example.com',
  })
})

it('asks for the role of an admin who is new, where there is one to choose', () => {
  const values = { ...valuesOf(fields, null), name: 'Ada', type: 'admin' as UserType, email: 'a@b' }
  expect(checkFields(fields, values, null)).toEqual({ role: 'Choose a role' })
  expect(checkFields(fields, { ...values, role: 'r1' }, null)).toEqual({})
  expect(checkFields(userForm('member', []), values, null)).toEqual({})
  // One who has been an admin without a role is not kept from another name.
  expect(checkFields(userForm('admin', roles, { wasAdmin: true }), values, null)).toEqual({})
  const service = { wasAdmin: true, isService: true }
  const nameless = { ...values, email: '' }
  expect(checkFields(userForm('admin', roles, service), nameless, null)).toEqual({})
  expect(checkFields(userForm('admin', roles, { wasAdmin: true }), nameless, null)).toHaveProperty(
    'email',
  )
})
