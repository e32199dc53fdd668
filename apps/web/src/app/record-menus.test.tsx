// @vitest-environment jsdom
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { BillMenu } from '../features/bills/bill-actions.tsx'
import { categories as categoryArea } from '../features/categories/categories.ts'
import { CategoryMenu } from '../features/categories/category-actions.tsx'
import { EventMenu } from '../features/events/event-actions.tsx'
import { PollMenu } from '../features/polls/poll-actions.tsx'
import { PostMenu } from '../features/posts/post-actions.tsx'
import { RoleMenu } from '../features/roles/role-actions.tsx'
import { ShoppingPostMenu } from '../features/shopping-posts/shopping-post-actions.tsx'
import { TaskMenu } from '../features/tasks/task-actions.tsx'
import { UserMenu } from '../features/users/user-actions.tsx'
import { NewRecord } from '../shared/records/new-record.tsx'
import { everything, only, prepareScreens, showScreen } from '../testing/screen.tsx'

prepareScreens()

const newCategory = <NewRecord of={categoryArea} form={() => null} />
const bills = (action: 'update' | 'delete' | 'purge') => permission('Operations', 'Bills', action)
const shop = (action: 'status' | 'delete' | 'restore' | 'purge') =>
  permission('Catalogue', 'Shopping posts', action)
const categories = (action: 'update' | 'delete' | 'create' | 'purge') =>
  permission('Catalogue', 'Categories', action)
const admins = (action: 'view' | 'update' | 'delete' | 'purge') =>
  permission('Users', 'Admins', action)
const members = (action: 'view' | 'status') => permission('Users', 'Members', action)
const roles = (action: keyof typeof roleActions) => permission('Roles', 'Roles', action)
const deletePosts = permission('Community', 'Feed posts', 'delete')

const roleActions = {
  update: 'Edit',
  create: 'Duplicate',
  list: 'Compare',
  preview: 'View as this role',
  status: 'Deactivate',
  delete: 'Delete',
  restore: 'Restore',
  purge: 'Delete permanently',
}
const due = <BillMenu record={{ _id: 'b1', status: 'due' }} />
const draft = <BillMenu record={{ _id: 'b1', status: 'draft' }} />
const paid = <BillMenu record={{ _id: 'b1', status: 'paid' }} />
const post = <PostMenu record={{ _id: 'p1', author: { _id: 'u1', name: 'Ada' } }} />
const offer = <ShoppingPostMenu record={{ _id: 's1', status: 'available', deletedAt: null }} />
const gone = <ShoppingPostMenu record={{ _id: 's1', deletedAt: '2026-01-01T00:00:00Z' }} />
const category = <CategoryMenu record={{ _id: 'c1' }} />
const admin = <UserMenu user={{ _id: 'u1', type: 'admin' }} />
const role = <RoleMenu record={{ _id: 'r1', status: 'active' }} />
const deletedRole = <RoleMenu record={{ _id: 'r1', status: 'deleted' }} />

const at = '2026-01-01T00:00:00Z'
const event = (deletedAt?: string, status?: 'cancelled') => (
  <EventMenu record={{ _id: 'e1', status: status ?? null, deletedAt }} />
)
const poll = (deletedAt?: string, status?: 'draft' | 'open' | 'closed') => (
  <PollMenu record={{ _id: 'v1', status: status ?? null, deletedAt }} />
)
const task = (deletedAt?: string) => <TaskMenu record={{ _id: 't1', deletedAt }} />
const gonePost = <PostMenu record={{ _id: 'p1', deletedAt: at }} />
const goneBill = <BillMenu record={{ _id: 'b1', status: 'due', deletedAt: at }} />
const goneCategory = <CategoryMenu record={{ _id: 'c1', deletedAt: at }} />
const goneAdmin = <UserMenu user={{ _id: 'u1', type: 'admin', deletedAt: at }} />
const events = (action: 'update' | 'delete' | 'purge') => permission('Community', 'Events', action)
const polls = (action: 'update' | 'delete' | 'purge') =>
  permission('Community', 'Polls and surveys', action)
const workedTask = <TaskMenu record={{ _id: 't1', status: 'todo' }} />
const goneTask = <TaskMenu record={{ _id: 't1', status: 'todo', deletedAt: at }} />
const taskChanges = ['Edit', 'Mark as done', 'Change status…', 'Assign…', 'Assign to me']
const tasks = (action: 'list' | 'create' | 'update' | 'delete' | 'purge') =>
  permission('Operations', 'Tasks', action)

/** What the menu of a record offers to who is permitted so much; null where there is none. */
async function offered(menu: ReactNode, can: (asked: Permission) => boolean) {
  const { user } = showScreen(
    <>
      <h1>A row</h1>
      {menu}
    </>,
    { can },
  )
  await screen.findByRole('heading')
  const button = screen.queryByRole('button', { name: /^Actions for/ })
  if (!button) return null
  await user.click(button)
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

const pays = ['Mark as paid', 'Mark as paid on…']

describe('the menu of a record offers what is permitted, and nothing else', () => {
  test.each<[string, ReactNode, Permission[], string[] | null]>([
    ['a bill', due, [bills('update')], ['Edit', ...pays, 'Void']],
    ['a draft of a bill', draft, [bills('update')], ['Edit', 'Issue', ...pays, 'Void']],
    ['a bill', due, [bills('delete')], ['Delete']],
    ['a paid bill', paid, [bills('update')], ['Edit']],
    ['a bill', due, [deletePosts, categories('update')], null],
    ['a post', post, [deletePosts], ['Decide…', 'Delete']],
    ['a post', post, [bills('delete')], null],
    ['a post', post, [members('status'), members('view')], ['Deactivate author']],
    ['a post', post, [members('status')], null],
    ['a post of nobody', gonePost, [members('status'), members('view')], null],
    ['a shopping post', offer, [shop('status')], ['Mark as reserved', 'Mark as sold']],
    ['a shopping post', offer, [shop('delete')], ['Delete']],
    ['a shopping post', offer, [shop('restore')], null],
    ['a deleted shopping post', gone, [shop('restore')], ['Restore']],
    ['a deleted shopping post', gone, [shop('delete'), shop('status')], null],
    ['a category', category, [categories('update')], ['Edit']],
    ['a category', category, [categories('delete')], ['Delete']],
    ['an admin', admin, [admins('view')], ['Open page']],
    ['an admin', admin, [admins('view'), admins('update')], ['Open page', 'Edit']],
    ['an admin', admin, [admins('update')], null],
    ['an admin', admin, [admins('delete')], ['Delete']],
    ['an admin', admin, [permission('Users', 'Members', 'delete')], null],
    ...(['update', 'create', 'list', 'preview', 'status', 'delete'] as const).map(
      (action): [string, ReactNode, Permission[], string[]] => [
        'a role',
        role,
        [roles(action)],
        [roleActions[action]],
      ],
    ),
    ['a role', role, [roles('restore')], null],
    ['a deleted role', deletedRole, [roles('restore')], ['Restore']],
    ['a deleted role', deletedRole, [roles('update'), roles('delete')], null],
    ['a deleted role', deletedRole, [roles('purge')], ['Delete permanently']],
    ['a role', role, [roles('purge')], null],
    ['a bill', due, [tasks('list'), tasks('create')], ['Create task…']],
    ['a bill', due, [tasks('create')], null],
    ['a deleted bill', goneBill, [tasks('list'), tasks('create')], null],
    ['a task', workedTask, [tasks('list'), tasks('create')], null],
    ['a task', workedTask, [tasks('update')], taskChanges],
    ['a deleted task', goneTask, [tasks('update')], null],
    ['an event', event(), [events('delete')], ['Delete']],
    ['an event', event(), [events('update')], ['Edit', 'Cancel event']],
    [
      'a cancelled event',
      event(undefined, 'cancelled'),
      [events('update')],
      ['Edit', 'Reinstate event'],
    ],
    ['a deleted event', event(at), [events('update')], null],
    ['a poll', poll(), [polls('delete')], ['Delete']],
    ['a draft', poll(undefined, 'draft'), [polls('update')], ['Edit', 'Open now']],
    ['an open poll', poll(undefined, 'open'), [polls('update')], ['Edit', 'Close now']],
    ['a closed poll', poll(undefined, 'closed'), [polls('update')], ['Edit', 'Reopen']],
    ['a task', task(), [tasks('delete')], ['Delete']],
    ['an event', event(), [events('purge'), polls('delete'), tasks('delete')], null],
    ['a deleted event', event(at), [events('delete')], ['Restore']],
    ['a deleted poll', poll(at), [polls('purge')], ['Delete permanently']],
    [
      'a deleted task',
      task(at),
      [tasks('delete'), tasks('purge')],
      ['Restore', 'Delete permanently'],
    ],
    ['a deleted post', gonePost, [deletePosts], ['Restore']],
    ['a deleted shopping post', gone, [shop('purge')], ['Delete permanently']],
    ['a deleted bill', goneBill, [bills('update'), bills('delete')], ['Restore']],
    ['a deleted bill', goneBill, [bills('update'), bills('purge')], ['Delete permanently']],
    ['a deleted category', goneCategory, [categories('update')], null],
    ['a deleted category', goneCategory, [categories('purge')], ['Delete permanently']],
    ['a deleted admin', goneAdmin, [admins('view'), admins('update')], null],
    ['a deleted admin', goneAdmin, [admins('delete')], ['Restore']],
    ['a deleted admin', goneAdmin, [admins('purge')], ['Delete permanently']],
    ['a deleted admin', goneAdmin, [permission('Users', 'Members', 'purge')], null],
  ])('%s', async (_what, menu, held, labels) => {
    expect(await offered(menu, only(...held))).toEqual(labels)
  })

  test('the owner role can’t be changed by whoever may do everything', async () => {
    const owner = <RoleMenu record={{ _id: 'r1', status: 'active', system: true }} />
    expect(await offered(owner, everything)).toEqual([
      'Duplicate',
      'Compare',
      'View as this role',
      'Create task…',
    ])
  })
})

test('a category is made by who may create one', async () => {
  showScreen(newCategory, { can: only(categories('create')) })
  expect(await screen.findByRole('button', { name: 'New category' })).toBeDefined()
})

test('no category is made by who may only change one', async () => {
  showScreen(
    <>
      <h1>Categories</h1>
      {newCategory}
    </>,
    { can: only(categories('update')) },
  )
  await screen.findByRole('heading')
  expect(screen.queryByRole('button')).toBeNull()
})
