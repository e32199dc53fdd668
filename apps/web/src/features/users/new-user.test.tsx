// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { claimDrafts } from '../../api/browser/form-drafts.ts'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { OwnLimitsProvider } from '../../ui/permissions/own-limits.ts'
import { UserEditor } from './user-editor.tsx'

prepareScreens()

const roles = () => ({
  data: [
    { _id: 'r1', name: 'Helper' },
    { _id: 'r2', name: 'Moderator' },
  ],
})
beforeEach(() => {
  claimDrafts(null)
  serve({
    'roles.listAssignable': roles,
    'roles.list': roles,
    'users.create': () => ({ message: '', data: { _id: 'u1', name: 'Bo', type: 'admin' } }),
  })
})

const condition = (submodule: string, where: Record<string, string[]>) => ({
  module: 'Users',
  submodule,
  action: 'create',
  where,
})
const limits = {
  conditions: [
    condition('Members', { shoppingFeedStatus: ['inactive'] }),
    condition('Admins', { role: ['r2'], status: ['inactive'] }),
  ],
  fieldRules: [],
}
const make = () =>
  showScreen(
    <OwnLimitsProvider value={limits}>
      <UserEditor saved={null} type="member" />
    </OwnLimitsProvider>,
    { at: '/users/new' },
  )
const choice = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })

test('a new person begins as the condition of creating them asks, which is said above', async () => {
  make()
  expect((await choice('Shopping feed')).value).toBe('inactive')
  expect((await choice('Status')).value).toBe('active')
  expect((await screen.findByRole('note')).textContent).toBe(
    'Your role lets you create only members with shopping feed is Closed.',
  )
})

test('of another type, they become as the condition of that type asks', async () => {
  const { user } = make()
  await fill(user, 'Name', 'Bo')
  await fill(user, 'E-mail', 'bo@example.org')
  await screen.findByRole('note')
  await user.selectOptions(await choice('Type'), 'admin')
  await screen.findByRole('option', { name: 'Moderator' })
  expect((await choice('Role')).value).toBe('r2')
  expect((await choice('Status')).value).toBe('inactive')
  const words =
    'Your role lets you create only admins with role is Moderator and status is Inactive.'
  await waitFor(() => expect(screen.getByRole('note').textContent).toBe(words))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Bo')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(callsOf('users.create')).toMatchObject([
      { body: { name: 'Bo', type: 'admin', role: 'r2', status: 'inactive' } },
    ]),
  )
})
