import { expect, it } from 'vitest'
import { differencesOf, mergeValues, problemsOf, userBody, valuesOf } from './user-form.ts'

const ada = {
  _id: 'u1',
  name: 'Ada',
  email: 'ada@example.org',
  type: 'admin',
  role: { _id: 'r1', name: 'Owner' },
  status: 'active',
  version: 3,
} as const

it('sends what differs, with id and version', () => {
  const before = valuesOf(ada)
  const body = userBody({ ...before, name: 'Ada L.', phone: '' }, before, { id: 'u1', version: 3 })
  expect([...body]).toEqual([
    ['id', 'u1'],
    ['version', '3'],
    ['name', 'Ada L.'],
  ])
})

it('takes away what is emptied, and sends a new picture as a file', () => {
  const before = valuesOf(ada)
  const image = `data:image/webp;base64,${btoa('picture')}`
  const body = userBody({ ...before, role: '', image }, before)
  expect(body.get('role')).toBe('')
  expect(body.get('image')).toBeInstanceOf(Blob)
})

it('sends of a new user what is filled in; a password and a role for admins alone', () => {
  const values = { ...valuesOf(null), name: 'Bo', password: 'secret', role: 'r1' }
  expect([...userBody(values, null).keys()]).toEqual([
    'name',
    'email',
    'type',
    'status',
    'shoppingFeedStatus',
  ])
  const admin = [...userBody({ ...values, type: 'admin' }, null).keys()]
  expect(admin).toContain('password')
  expect(admin).toContain('role')
})

it('keeps one’s own changes on top of somebody else’s', () => {
  const before = valuesOf(ada)
  const mine = { ...before, name: 'Ada L.' }
  const theirs = { ...before, phone: '123', role: 'r2' }
  expect(mergeValues(before, mine, theirs)).toEqual({ ...theirs, name: 'Ada L.' })
  const both = { ...mine, phone: '456' }
  expect(differencesOf(before, both, theirs, (id) => `role ${id}`)).toEqual([
    { label: 'Role', mine: 'not changed', theirs: 'role r2' },
    { label: 'Phone', mine: '456', theirs: '123' },
  ])
})

it('says all at once what can’t be sent', () => {
  const blank = valuesOf(null, 'admin')
  expect(problemsOf({ ...blank, phone: '1'.repeat(201), password: 'short' })).toEqual({
    name: 'Enter a name',
    email: 'An admin needs an e-mail address',
    phone: 'Enter at most 200 characters',
    password: 'Enter at least 10 characters, or none to have an invitation mailed',
  })
  const fine = { ...blank, name: '🎪'.repeat(200), email: ' a@b ', password: '0123456789' }
  expect(problemsOf(fine)).toEqual({})
  expect(problemsOf({ ...valuesOf(null, 'member'), name: 'Ada', password: 'short' })).toEqual({})
})
