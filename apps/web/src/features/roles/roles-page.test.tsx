// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { RolesPage } from './roles-page.tsx'

prepareScreens()

const roles = Array.from({ length: 10 }, (_, index) => ({
  _id: `r${index}`,
  name: `Role ${index}`,
  status: 'deleted',
}))

test('restoring sends the page that is looked at: limit and page', async () => {
  const pagination = { page: 2, limit: 10, total: 20, totalPages: 2 }
  serve({
    'roles.listDeleted': () => ({ data: { roles, pagination } }),
    'roles.restore': () => ({}),
  })
  const { user } = showScreen(<RolesPage list="deletedRoles" />, {
    at: '/roles/deleted?page=2&limit=10',
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Role 3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
  await waitFor(() => expect(callsOf('roles.restore')).toHaveLength(1))
  expect(callsOf('roles.restore')[0]).toMatchObject({
    params: { id: 'r3' },
    query: { limit: '10', page: '2' },
  })
  expect(await screen.findByText('Role restored')).toBeDefined()
})
