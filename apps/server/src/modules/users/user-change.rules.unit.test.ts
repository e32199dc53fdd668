import { permissionModules } from '@steward/contract/permissions/permissions'
import { describe, expect, test } from 'vitest'
import { granting } from '../../testing/grants.ts'
import { acting, personWith, roleRow } from '../../testing/people-and-roles.ts'
import { refusalOf } from '../../testing/refusals.ts'
import type { OwnerNotice } from '../records/revert.ts'
import {
  authorityAfter,
  losesProof,
  newOwnerNotice,
  noticesOf,
  requireMayApply,
} from './user-change.rules.ts'

const list = 'Operations · Bills · list'
const remove = 'Operations · Bills · delete'
const everything = permissionModules(() => true)
const deletedAt = '2026-01-01T00:00:00.000Z'

const ownerRole = roleRow({ id: 'owners', name: 'Owner', system: true, permissions: everything })
const weak = roleRow({ id: 'weak', permissions: granting(list) })
const strong = roleRow({ id: 'strong', permissions: granting(list, remove) })
const gone = roleRow({ id: 'gone', name: 'Gone', status: 'deleted' })
const roles = [ownerRole, weak, strong, gone]
const actingAs = (...of: Parameters<typeof acting>) => ({
  ...acting(...of),
  role: (id: string) => roles.find((role) => role.id === id),
})
const me = actingAs(personWith(weak, { id: 'me' }))
const owner = actingAs(personWith(ownerRole, { id: 'owner' }), true)

describe('a change of a person', () => {
  const apply = (...of: Parameters<typeof requireMayApply>) => expect(() => requireMayApply(...of))
  const said = (...of: Parameters<typeof requireMayApply>) =>
    refusalOf(() => requireMayApply(...of)).message

  test('that breaks no rule may be made', () => {
    apply(me, personWith(null), { name: 'Other' }).not.toThrow()
    apply(me, personWith(null), { role_id: 'weak' }).not.toThrow()
    apply(me, personWith(weak), { role_id: null, status: 'inactive' }).not.toThrow()
    apply(me, personWith(weak), { deleted_at: deletedAt }).not.toThrow()
    apply(me, personWith(null, { deleted_at: deletedAt }), { deleted_at: null }).not.toThrow()
    apply(me, personWith(null), { type: 'member', email: null }).not.toThrow()
  })

  test('is held against who it is about', () => {
    expect(said(me, personWith(strong), { name: 'x' })).toMatch(/^Pat has/)
  })

  test('is held against what each type of person must have', () => {
    const admin = 'Please check: email is required for an admin.'
    expect(said(me, personWith(null), { email: null })).toBe(admin)
    const member = personWith(null, { type: 'member', email: null })
    expect(said(me, member, { type: 'admin' })).toBe(admin)
    expect(said(me, personWith(weak), { type: 'member' })).toMatch(/role can only be given/)
    apply(me, personWith(weak), { type: 'member', role_id: null }).not.toThrow()
  })

  test('gives only roles that there are, and nothing that is not held', () => {
    expect(said(me, personWith(null), { role_id: 'nowhere' })).toMatch(/must be a role that exists/)
    expect(said(me, personWith(null), { role_id: 'strong' })).toMatch(/^You can’t grant/)
    expect(said(me, personWith(null), { role_id: 'owners' })).toMatch(/^Only an owner/)
    apply(owner, personWith(null), { role_id: 'owners' }).not.toThrow()
  })

  test('does no harm to who makes it', () => {
    expect(said(me, me.self, { deleted_at: deletedAt })).toMatch(/delete your own account/)
    expect(said(me, me.self, { status: 'inactive' })).toMatch(/deactivate your own account/)
    expect(said(me, me.self, { role_id: null })).toMatch(/without “Operations/)
    apply(me, me.self, { name: 'Me', deleted_at: null }).not.toThrow()
  })

  test('lets nobody in whose address is not confirmed', () => {
    const unconfirmed = personWith(null, { status: 'pending', email_confirmed: false })
    expect(said(me, unconfirmed, { status: 'active' })).toMatch(/^Pat hasn’t confirmed/)
    expect(said(me, unconfirmed, { role_id: 'weak' })).toMatch(/^Pat hasn’t confirmed/)
    apply(me, unconfirmed, { status: 'inactive' }).not.toThrow()
    const confirmed = personWith(null, { status: 'pending' })
    apply(me, confirmed, { status: 'active' }).not.toThrow()
    const moved = { status: 'active', email: 'new@example.com' } as const
    expect(said(me, confirmed, moved)).toMatch(/^Pat hasn’t confirmed/)
  })

  test('lets nobody in whose role is deleted, unless they get another', () => {
    const holder = personWith(gone, { status: 'inactive' })
    expect(said(me, holder, { status: 'active' })).toMatch(/“Gone”, is deleted/)
    apply(me, holder, { name: 'x' }).not.toThrow()
    apply(me, holder, { status: 'active', role_id: 'weak' }).not.toThrow()
    apply(me, holder, { status: 'active', role_id: null }).not.toThrow()
  })
})

test('another address of an admin who waits is unproved', () => {
  const waits = personWith(null, { status: 'pending' })
  expect(losesProof(waits, { email: 'new@example.com' })).toBe(true)
  expect(losesProof(waits, { name: 'x' })).toBe(false)
  expect(losesProof(personWith(null), { email: 'new@example.com' })).toBe(false)
  const member = personWith(null, { status: 'pending', type: 'member' })
  expect(losesProof(member, { email: 'new@example.com' })).toBe(false)
})

test('a person after a change has its fields and its role', () => {
  const after = authorityAfter(me, personWith(weak), { name: 'Kim', role_id: 'strong' })
  expect([after.user.name, after.user.email, after.role]).toEqual([
    'Kim',
    'pat@example.com',
    strong,
  ])
  expect(authorityAfter(me, personWith(weak), { name: 'Kim' }).role).toBe(weak)
  expect(authorityAfter(me, personWith(weak), { role_id: null }).role).toBeNull()
  expect(authorityAfter(me, personWith(weak), { role_id: 'nowhere' }).role).toBeNull()
})

describe('the owners', () => {
  const newOwner = {
    subject: 'There is a new owner',
    did: 'Ada made Pat an owner.',
    about: 'person',
  }
  const moved = {
    subject: 'The e-mail address of an owner was changed',
    did: 'Ada changed the e-mail address of the owner Pat.',
    about: 'person',
  }
  const inEnglish = ({ did, ...notice }: OwnerNotice) => ({ ...notice, did: String(did('Ada')) })
  const toldOf = (...change: Parameters<typeof noticesOf>) => noticesOf(...change).map(inEnglish)
  const email = 'new@example.com'

  test('are told of a new one', () => {
    expect(toldOf(owner, personWith(weak), { role_id: 'owners' })).toEqual([newOwner])
    const inactive = personWith(ownerRole, { status: 'inactive' })
    expect(toldOf(owner, inactive, { status: 'active' })).toEqual([newOwner])
    expect(inEnglish(newOwnerNotice({ id: 'person', name: 'Pat', status: 'active' }))).toEqual(
      newOwner,
    )
    const pending = newOwnerNotice({ id: 'person', name: 'Pat', status: 'pending' })
    expect(inEnglish(pending).did).not.toContain('Pat')
  })

  test('are told of another owner’s new address, and of nothing else', () => {
    const anOwner = personWith(ownerRole)
    expect(toldOf(owner, anOwner, { email })).toEqual([moved])
    expect(toldOf(owner, anOwner, { email: 'pat@example.com' })).toEqual([])
    expect(toldOf(owner, anOwner, { name: 'x' })).toEqual([])
    expect(toldOf(owner, personWith(weak), { email })).toEqual([])
    expect(toldOf(owner, personWith(ownerRole, { status: 'inactive' }), { email })).toEqual([])
    expect(toldOf(owner, owner.self, { email })).toEqual([])
  })
})
