// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { claimDrafts } from '../../api/browser/form-drafts.ts'
import { everything, fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { UserMenu } from './user-actions.tsx'
import { UserEditor } from './user-editor.tsx'
import { type UserList, userOptions } from './users.queries.ts'
import { UsersPage } from './users-page.tsx'

prepareScreens()

const ada = { _id: 'u1', name: 'Ada', status: 'active', shoppingFeedStatus: 'inactive' } as const

/** Opens a list of users on a server that answers so much and no more. */
async function open(list: UserList) {
  const none = () => ({ data: { users: [] } })
  const call = (
    {
      admins: 'users.listAdmins',
      businessUsers: 'users.listBusiness',
      members: 'users.list',
    } as const
  )[list]
  serve({ 'users.listAdmins': none, 'users.listBusiness': none, 'users.list': none })
  serve({ [call]: () => ({ data: { users: [ada] } }) })
  serve({ 'roles.list': () => ({ data: [] }), 'accounts.listWaiting': () => ({ data: [] }) })
  showScreen(<UsersPage list={list} />, { at: '/users' })
  expect(await screen.findByText('Ada')).toBeDefined()
}

describe('the calls of Users, as the tables of specification section 7 have them', () => {
  it('GET · /admin/users/admin/list', async () => {
    await open('admins')
    expect(callsOf('users.listAdmins')).toMatchObject([{ request: 'GET admin/users/admin/list' }])
  })

  it('GET · /admin/business/users/list', async () => {
    await open('businessUsers')
    expect(callsOf('users.listBusiness')).toMatchObject([
      { request: 'GET admin/business/users/list' },
    ])
  })

  it('GET · /admin/users/list · response data.users', async () => {
    await open('members')
    expect(callsOf('users.list')).toMatchObject([{ request: 'GET admin/users/list' }])
  })

  it('POST · /admin/user/create', async () => {
    claimDrafts(null)
    serve({ 'users.create': () => ({ message: 'Made' }), 'roles.listAssignable': () => ({}) })
    const { user } = showScreen(<UserEditor saved={null} type="member" />, { at: '/users/new' })
    await fill(user, 'Name', 'Bo')
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Made')).toBeDefined()
    expect(callsOf('users.create')).toMatchObject([
      { request: 'POST admin/user/create', query: {}, body: { name: 'Bo', type: 'member' } },
    ])
  })

  it('PUT · /admin/user/update/{id} · form data including id', async () => {
    claimDrafts(null)
    serve({ 'users.update': () => ({ message: 'Saved' }), 'users.details': () => ({ data: ada }) })
    serve({ 'roles.listAssignable': () => ({}) })
    const { user } = showScreen(<UserEditor saved={ada} type="member" />, { at: '/users/u1/edit' })
    await fill(user, 'Name', 'Ada L.')
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(callsOf('users.update')).toMatchObject([
      {
        request: 'PUT admin/user/update/u1',
        multipart: true,
        body: { id: 'u1', name: 'Ada L.' },
      },
    ])
  })

  it('GET · /admin/user/details/{id}', async () => {
    serve({ 'users.details': () => ({ data: ada }) })
    expect(await new QueryClient().fetchQuery(userOptions('u1'))).toEqual(ada)
    expect(callsOf('users.details')).toMatchObject([
      { request: 'GET admin/user/details/u1', query: {} },
    ])
  })

  it('GET · /admin/user/change/status/{id}', async () => {
    serve({ 'users.changeStatus': () => ({ message: 'Changed' }) })
    serve({ 'users.details': () => ({ data: ada }) })
    const { user } = showScreen(<UserMenu user={ada} />, { can: everything })
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
    expect(await screen.findByText('Changed')).toBeDefined()
    expect(callsOf('users.changeStatus')).toMatchObject([
      { request: 'GET admin/user/change/status/u1', query: {}, body: null },
    ])
  })

  it('PUT · /admin/user/{userId}/shopping-feed/status · body status', async () => {
    serve({ 'users.setShoppingFeed': () => ({ message: 'Set' }) })
    const { user } = showScreen(<UserMenu user={ada} />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open shopping feed' }))
    expect(await screen.findByText('Set')).toBeDefined()
    expect(callsOf('users.setShoppingFeed')).toMatchObject([
      { request: 'PUT admin/user/u1/shopping-feed/status', query: {} },
    ])
    expect(callsOf('users.setShoppingFeed')[0]?.body).toEqual({ status: 'active' })
  })

  it('GET · /admin/user/delete/{id}', async () => {
    serve({ 'users.delete': () => ({ message: 'Deleted' }) })
    const { user } = showScreen(<UserMenu user={ada} />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Deleted')).toBeDefined()
    expect(callsOf('users.delete')).toMatchObject([
      { request: 'GET admin/user/delete/u1', query: {}, body: null },
    ])
  })
})
