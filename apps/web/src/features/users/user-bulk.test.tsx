// @vitest-environment jsdom
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { everything, only, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { UsersPage } from './users-page.tsx'

prepareScreens()

const spam = { email: 'x@spam.example', status: 'active', type: 'member' }
const users = [
  { _id: 'u1', name: 'Ada', ...spam },
  { _id: 'u2', name: 'Bo', ...spam },
]
const pagination = { page: 1, limit: 2, total: 300, totalPages: 150 }
const job = {
  _id: 'j1',
  area: 'users',
  action: 'status',
  patch: { status: 'inactive' },
  status: 'done',
  reason: null,
  total: 299,
  progress: 1,
  changed: 298,
  unchanged: 0,
  failed: 1,
  canUndo: false,
  import: null,
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function open(can: (asked: Permission) => boolean = everything) {
  serve({
    'users.list': () => ({ data: { users, pagination } }),
    'accounts.listWaiting': () => ({ data: [] }),
    'jobs.create': () => ({ data: job }),
    'jobs.details': () => ({ data: job }),
  })
  const shown = showScreen(<UsersPage list="members" />, { at: '/users?search=@spam.example', can })
  await screen.findByText('Ada')
  await shown.user.click(
    await screen.findByRole('checkbox', { name: 'Select all rows of this page' }),
  )
  return shown
}

test('all that the list finds, but one, is deactivated as one job of members', async () => {
  const { user } = await open()
  await user.click(await button('Select all 300 members'))
  await user.click(screen.getByRole('checkbox', { name: /Ada/ }))
  await user.click(await button('Deactivate'))
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate 299 members?' })
  expect(dialog.textContent).toContain('signed out immediately')
  expect(dialog.textContent).toContain('listed with the reason')
  await user.click(await button('Deactivate 299 members'))
  await waitFor(() => expect(callsOf('jobs.create')).toHaveLength(1))
  expect(callsOf('jobs.create')[0]?.body).toMatchObject({
    area: 'users',
    action: 'status',
    patch: { status: 'inactive' },
    all: { query: { search: '@spam.example', type: 'member' } },
    except: ['u1'],
  })
})

test('only what the role permits for this type is offered', async () => {
  await open(
    only(
      permission('Users', 'Members', 'list'),
      permission('Users', 'Members', 'delete'),
      permission('Users', 'Admins', 'status'),
    ),
  )
  await button('Delete')
  expect(screen.queryByRole('button', { name: /^(Dea|A)ctivate$/ })).toBeNull()
})
