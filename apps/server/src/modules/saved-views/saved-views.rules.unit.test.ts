import { maxViews } from '@steward/contract/saved-views/saved-views'
import { expect, test } from 'vitest'
import type { Session } from '../../http/session.ts'
import { granting } from '../../testing/grants.ts'
import { acting, personWith, roleRow } from '../../testing/people-and-roles.ts'
import { refusalOf } from '../../testing/refusals.ts'
import {
  askerOf,
  audienceOf,
  maySeeList,
  mustHaveRoom,
  mustSee,
  requireMayDelete,
  requireMayOwn,
  requireMayShare,
} from './saved-views.rules.ts'
import type { ViewRow } from './saved-views.store.ts'

const [share, bills] = ['System · Saved views · share', 'Operations · Bills · list']
const session = (names: string[], fields: Partial<Session> = {}): Session => ({
  ...acting(personWith(roleRow({ permissions: granting(...names) }), { id: 'me' })).session,
  role: { id: 'helpers', name: 'Helpers' },
  impersonation: null,
  used: () => {},
  ...fields,
})
const view = (fields: Partial<ViewRow> = {}): ViewRow =>
  ({
    list: 'bills',
    scope: 'me',
    role_id: null,
    is_default: false,
    created_by: 'me',
    ...fields,
  }) as ViewRow
const invalid = (path: string, msg: string) => ({
  code: 'invalid',
  message: `Please check: ${path} ${msg}.`,
  errors: [{ msg, path }],
})

test('who previews a role is asked for as that role, without views of their own', () => {
  expect(askerOf(session([share]))).toEqual({
    user: 'me',
    role: 'helpers',
    own: true,
    mayShare: true,
  })
  expect(askerOf(session([], { impersonation: { id: 'other', name: 'Other' } }))).toEqual({
    user: 'me',
    role: 'other',
    own: false,
    mayShare: false,
  })
})

test('a view is seen with the permission for its list', () => {
  const may = session([bills])
  expect([maySeeList(may, 'bills'), maySeeList(may, 'posts')]).toEqual([true, false])
  const mine = view()
  expect(mustSee(may, mine)).toBe(mine)
  const refusal = {
    code: 'not_found',
    message: 'This view no longer exists. It may have just been deleted.',
    errors: undefined,
  }
  expect(refusalOf(() => mustSee(may, undefined))).toEqual(refusal)
  expect(refusalOf(() => mustSee(session([]), mine))).toEqual(refusal)
})

test('the audience of a view is what is sent, and otherwise what it was', () => {
  const own = view()
  const shared = view({ scope: 'role', role_id: 'a', is_default: true })
  expect(audienceOf({}, own)).toEqual({ scope: 'me', role_id: null, is_default: false })
  expect(audienceOf({}, shared)).toEqual({ scope: 'role', role_id: 'a', is_default: true })
  expect(audienceOf({ scope: 'everyone', isDefault: true }, own)).toEqual({
    scope: 'everyone',
    role_id: null,
    is_default: true,
  })
  expect(audienceOf({ isDefault: false }, shared).is_default).toBe(false)
  // Other people have not asked for it as their default.
  for (const sent of [{ role: 'b' }, { scope: 'everyone' }, { scope: 'me' }] as const)
    expect(audienceOf(sent, shared).is_default).toBe(false)
  expect(audienceOf({ role: 'b' }, shared).role_id).toBe('b')
  expect(audienceOf({ scope: 'me' }, shared).role_id).toBe(null)
})

test('an audience that makes no sense is refused at its field', () => {
  const refused = (...of: Parameters<typeof audienceOf>) => refusalOf(() => audienceOf(...of))
  expect(refused({ role: 'a' }, view())).toEqual(
    invalid('role', 'is only for views shared with a role'),
  )
  expect(refused({ scope: 'role' }, view())).toEqual(invalid('role', 'is required'))
  expect(refused({ isDefault: true }, view())).toEqual(
    invalid('isDefault', 'is only for shared views'),
  )
})

test('sharing, and deleting what somebody else shared, take the permission to share', () => {
  const [may, mayNot] = [session([share]), session([])]
  requireMayShare(mayNot, 'me')
  requireMayShare(may, 'me', 'everyone')
  for (const scope of ['role', 'everyone'] as const)
    expect(refusalOf(() => requireMayShare(mayNot, 'me', scope)).code).toBe('not_permitted')
  const asker = askerOf(mayNot)
  requireMayDelete(mayNot, asker, view({ scope: 'everyone' }))
  const theirs = view({ scope: 'everyone', created_by: 'other' })
  requireMayDelete(may, asker, theirs)
  expect(refusalOf(() => requireMayDelete(mayNot, asker, theirs)).code).toBe('not_permitted')
})

test('nobody makes a view of somebody else private', () => {
  const asker = askerOf(session([share]))
  const theirs = view({ scope: 'everyone', created_by: 'other' })
  requireMayOwn(asker, theirs, 'role')
  requireMayOwn(asker, view({ scope: 'everyone' }), 'me')
  requireMayOwn(asker, view({ created_by: 'other' }), 'me')
  expect(refusalOf(() => requireMayOwn(asker, theirs, 'me'))).toEqual(
    invalid('scope', 'can be “me” only for views you created'),
  )
})

test('there are only so many views', () => {
  const { own, shared } = maxViews
  mustHaveRoom({ scope: 'me' }, own - 1)
  mustHaveRoom({ scope: 'everyone' }, shared - 1)
  expect(refusalOf(() => mustHaveRoom({ scope: 'me' }, own)).message).toBe(
    'You already have 100 saved views, the maximum. Delete one first.',
  )
  for (const scope of ['role', 'everyone'] as const) {
    mustHaveRoom({ scope }, own)
    expect(refusalOf(() => mustHaveRoom({ scope }, shared)).message).toBe(
      'There are already 200 shared views, the maximum. Delete one first.',
    )
  }
})
