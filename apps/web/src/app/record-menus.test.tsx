// @vitest-environment jsdom
import { type Permission, permission } from '@steward/contract/permissions'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { BillMenu } from '../features/bills/bill-actions.tsx'
import { CategoryMenu } from '../features/categories/category-actions.tsx'
import { NewCategory } from '../features/categories/new-category.tsx'
import { PostMenu } from '../features/posts/post-actions.tsx'
import { RoleMenu } from '../features/roles/role-actions.tsx'
import { ShoppingPostMenu } from '../features/shopping-posts/shopping-post-actions.tsx'
import { UserMenu } from '../features/users/user-actions.tsx'
import { everything, only, prepareScreens, showScreen } from '../testing/screen.tsx'

prepareScreens()

const bills = (action: 'update' | 'delete') => permission('Operations', 'Bills', action)
const shop = (action: 'status' | 'delete' | 'restore') =>
  permission('Catalogue', 'Shopping posts', action)
const categories = (action: 'update' | 'delete' | 'create') =>
  permission('Catalogue', 'Categories', action)
const admins = (action: 'view' | 'update' | 'delete') => permission('Users', 'Admins', action)
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
}
const due = <BillMenu bill={{ _id: 'b1', status: 'due' }} />
const paid = <BillMenu bill={{ _id: 'b1', status: 'paid' }} />
const post = <PostMenu post={{ _id: 'p1' }} />
const offer = <ShoppingPostMenu post={{ _id: 's1', status: 'available', deletedAt: null }} />
const gone = <ShoppingPostMenu post={{ _id: 's1', deletedAt: '2026-01-01T00:00:00Z' }} />
const category = <CategoryMenu category={{ _id: 'c1' }} />
const admin = <UserMenu user={{ _id: 'u1', type: 'admin' }} />
const role = <RoleMenu role={{ _id: 'r1', status: 'active' }} />
const deletedRole = <RoleMenu role={{ _id: 'r1', status: 'deleted' }} />

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
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}

describe('the menu of a record offers what is permitted, and nothing else', () => {
  test.each<[string, ReactNode, Permission[], string[] | null]>([
    ['a bill', due, [bills('update')], ['Edit', 'Mark as paid']],
    ['a bill', due, [bills('delete')], ['Delete']],
    ['a paid bill', paid, [bills('update')], ['Edit']],
    ['a bill', due, [deletePosts, categories('update')], null],
    ['a post', post, [deletePosts], ['Delete']],
    ['a post', post, [bills('delete')], null],
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
  ])('%s', async (_what, menu, held, labels) => {
    expect(await offered(menu, only(...held))).toEqual(labels)
  })

  test('the owner role can’t be changed by whoever may do everything', async () => {
    const owner = <RoleMenu role={{ _id: 'r1', status: 'active', system: true }} />
    expect(await offered(owner, everything)).toEqual(['Duplicate', 'Compare', 'View as this role'])
  })
})

test('a category is made by who may create one', async () => {
  showScreen(<NewCategory />, { can: only(categories('create')) })
  expect(await screen.findByRole('button', { name: 'New category' })).toBeDefined()
})

test('no category is made by who may only change one', async () => {
  showScreen(
    <>
      <h1>Categories</h1>
      <NewCategory />
    </>,
    { can: only(categories('update')) },
  )
  await screen.findByRole('heading')
  expect(screen.queryByRole('button')).toBeNull()
})
