import type { SpecifiedCall } from '@steward/contract/calls/specified-calls'
import { written } from './answers.ts'
import { type Ask, type Handler, withRecord } from './ask.ts'
import { idOf, type Kind, type SpecOnlyRecord, userKinds } from './records.ts'

/** What is sent along with a record's fields, or must not be answered. */
const notFields = new Set(['_id', 'id', 'version', 'password', 'currentPassword'])

const recordFields = (fields: SpecOnlyRecord): SpecOnlyRecord =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !notFields.has(key)))

type Change = (ask: Ask, record: SpecOnlyRecord) => SpecOnlyRecord

/** Changes the record that the path names, or else the payload. */
const change =
  (kind: Kind | readonly Kind[], name: string, fieldsOf: Change): Handler =>
  (ask) => {
    const id = ask.params['id'] ?? ask.params['userId'] ?? idOf(ask.fields)
    return withRecord(ask, kind, id, (record) => {
      ask.records.change(record, fieldsOf(ask, record))
      return written(name, record, ask.options)
    })
  }

const create =
  (
    kindOf: (fields: SpecOnlyRecord) => Kind,
    name: string,
    defaults: SpecOnlyRecord = {},
  ): Handler =>
  ({ records, fields, options }) => {
    const record = records.add(kindOf(fields), { ...defaults, ...recordFields(fields) })
    return written(name, record, options)
  }

const remove =
  (kind: Kind | readonly Kind[], name: string): Handler =>
  (ask) =>
    withRecord(ask, kind, ask.params['id'], (record, its) =>
      written(name, ask.records.remove(its, record), ask.options),
    )

const sent: Change = ({ fields }) => recordFields(fields)
const status: Change = ({ fields }) => ({ status: fields['status'] })

const userKind = ({ type }: SpecOnlyRecord): Kind => {
  if (type === 'admin') return 'admins'
  return type === 'business' ? 'businessUsers' : 'members'
}

/** Roles (specification sections 4 and 7). */
const roleCalls = {
  'roles.create': create(() => 'roles', 'role', { status: 'active', image: null }),
  'roles.update': change('roles', 'role', sent),
  'roles.updateImage': change('roles', 'role', ({ fields }) => ({ image: fields['image'] })),
  'roles.updateStatus': change('roles', 'role', status),
  'roles.delete': change('roles', 'role', () => ({ status: 'deleted' })),
  'roles.restore': change('roles', 'role', () => ({ status: 'active' })),
} as const

/** Users (specification sections 4 and 7). Who has no status is taken for active. */
const userCalls = {
  'users.create': create(userKind, 'user'),
  'users.update': change(userKinds, 'user', sent),
  'users.changeStatus': change(userKinds, 'user', (_, user) => ({
    status: (user['status'] ?? 'active') === 'active' ? 'inactive' : 'active',
  })),
  'users.setShoppingFeed': change(userKinds, 'user', ({ fields }) => ({
    shoppingFeedStatus: fields['status'],
  })),
  'users.delete': remove(userKinds, 'user'),
} as const

/** The calls that write, but for signing in and out. */
export const writeCalls = {
  ...roleCalls,
  ...userCalls,
  'bills.update': change('bills', 'bill', ({ fields }) =>
    recordFields((fields['data'] ?? {}) as SpecOnlyRecord),
  ),
  'bills.delete': remove('bills', 'bill'),
  'posts.delete': remove('posts', 'post'),
  'categories.create': create(() => 'categories', 'category'),
  'categories.update': change('categories', 'category', sent),
  'categories.delete': remove('categories', 'category'),
  'shoppingPosts.delete': change('shoppingPosts', 'post', () => ({
    deletedAt: new Date().toISOString(),
  })),
  'shoppingPosts.restore': change('shoppingPosts', 'post', () => ({ deletedAt: null })),
} as const satisfies Partial<Record<SpecifiedCall, Handler>>
