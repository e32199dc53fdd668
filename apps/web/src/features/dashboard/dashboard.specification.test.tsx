// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { DashboardPage } from './dashboard-page.tsx'

prepareScreens()

beforeEach(async () => {
  serve({
    'dashboard.counts': () => ({ data: { counts: { users: 1204, bills: 7 } } }),
    'dashboard.roles': () => ({ data: [{ _id: 'r1', name: 'Support' }] }),
    // Of ours; a server may lack it.
    'auditLog.list': () => refusal(404, { message: 'No such call' }),
    'dashboard.waiting': () => refusal(404, { message: 'No such call' }),
  })
  showScreen(<DashboardPage />, { at: '/dashboard' })
})

describe('the dashboard, as specification sections 3 and 7 have it', () => {
  it('GET · /admin/dashboard-user/role · data is an array', async () => {
    expect(await screen.findByText('Support')).toBeDefined()
    expect(callsOf('dashboard.roles')).toMatchObject([
      { request: 'GET admin/dashboard-user/role', query: {}, body: null },
    ])
  })

  it('GET · /admin/dashboard · data.counts', async () => {
    expect(await screen.findByText('1,204')).toBeDefined()
    expect(callsOf('dashboard.counts')).toMatchObject([
      { request: 'GET admin/dashboard', query: {}, body: null },
    ])
  })

  it('Dashboard: a roles list and a counts object.', async () => {
    const counts = await screen.findByRole('region', { name: 'Counts' })
    expect(await within(counts).findByText('1,204')).toBeDefined()
    expect(within(counts).getByText('7')).toBeDefined()
    const roles = screen.getByRole('region', { name: /roles/i })
    expect(await within(roles).findByText('Support')).toBeDefined()
  })
})
