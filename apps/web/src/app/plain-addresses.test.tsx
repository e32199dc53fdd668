// @vitest-environment jsdom
import {
  type Permission,
  permission,
  permissionModules,
} from '@steward/contract/permissions/permissions'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { only } from '../testing/screen.tsx'
import { refusal, serve } from '../testing/server.ts'

prepareApp()

const permit = (...held: Permission[]) =>
  serve({
    'permissions.why': () => refusal(404, {}),
    'permissions.own': () => ({ data: permissionModules(only(...held)) }),
  })

const list = (submodule: 'Admins' | 'Business users' | 'Members') =>
  permission('Users', submodule, 'list')

test.each([
  ['/users/admins', [list('Members'), list('Admins')]],
  ['/users/business', [list('Members'), list('Business users')]],
  ['/users/members', [list('Members')]],
  ['/users/waiting', [permission('Users', 'Admins', 'status')]],
])('/users leads to %s, the first list that is permitted', async (path, held) => {
  permit(...held)
  const users = () => ({ data: { users: [] } })
  serve({
    'users.list': users,
    'users.listAdmins': users,
    'users.listBusiness': users,
    'accounts.listWaiting': users,
  })
  const { address } = showApp('/users?search=ann')
  await waitFor(() => expect(address()).toBe(`${path}?search=ann`))
})

test('/users names what is missing where none is permitted', async () => {
  permit(permission('Operations', 'Bills', 'list'))
  const { address } = showApp('/users')
  expect(await screen.findByText('Users · Admins · see the list')).toBeDefined()
  expect(address()).toBe('/users')
})

test.each([
  ['events', 'New event'],
  ['polls', 'New poll or survey'],
  ['tasks', 'New task'],
  ['bills', 'New bill'],
  ['categories', 'New category'],
])('/%s/new opens the form over the list', async (area, title) => {
  serve({
    'profile.own': () => ({ data: { _id: 'me', name: 'Me' } }),
    'savedViews.list': () => ({ data: [] }),
    'users.list': () => ({ data: { users: [] } }),
    'users.listAdmins': () => ({ data: { users: [] } }),
    'users.listBusiness': () => ({ data: { users: [] } }),
    'events.list': () => ({ data: { events: [] } }),
    'polls.list': () => ({ data: [] }),
    'tasks.list': () => ({ data: [] }),
    'bills.list': () => ({ data: { bills: [] } }),
    'categories.list': () => ({ data: { categories: [] } }),
    'bills.totals': () => ({ data: { totals: [] } }),
    'bills.nextNumber': () => refusal(404, {}),
  })
  const { address } = showApp(`/${area}/new`)
  expect(await screen.findByRole('dialog', { name: title })).toBeDefined()
  expect(address()).toContain(`/${area}?edit=new`)
})

test('/bills/new names what is missing to whoever may make no bill', async () => {
  permit(permission('Operations', 'Bills', 'list'))
  showApp('/bills/new')
  expect(await screen.findByText('Operations · Bills · create')).toBeDefined()
})
