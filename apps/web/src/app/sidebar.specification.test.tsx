// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { serve } from '../testing/server.ts'
import { useSidebar } from './sidebar.store.ts'

prepareApp()
afterEach(() => useSidebar.setState(useSidebar.getInitialState(), true))

/** A window of a width in which the sidebar stands beside the page, or of one in which it doesn't. */
const stubWidth = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isWide && media.includes('min-width'),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

const beside = () => document.querySelector('#sidebar') as HTMLElement
const links = () =>
  within(beside())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

/** Opens a page that asks for nothing; the sidebar is there once its entries are. */
async function open() {
  const shown = showApp('/no/such/page')
  await screen.findByRole('heading', { name: 'Page not found' })
  return shown
}

describe('the sidebar in a wide window', () => {
  beforeEach(() => stubWidth(true))

  it('It starts shown.', async () => {
    await open()
    expect(beside().hidden).toBe(false)
    expect(screen.getByRole('button', { name: 'Sidebar' }).ariaExpanded).toBe('true')
  })

  it('Sidebar: can be shown or hidden.', async () => {
    const { user } = await open()
    const button = screen.getByRole('button', { name: 'Sidebar' })
    await user.click(button)
    expect([beside().hidden, button.ariaExpanded]).toEqual([true, 'false'])
    await user.click(button)
    expect([beside().hidden, button.ariaExpanded]).toEqual([false, 'true'])
  })

  it('Sidebar setting: sidebarShow, a boolean that starts true.', () => {
    expect(useSidebar.getInitialState().sidebarShow).toBe(true)
  })

  it('Sidebar visibility is set by sidebarShow.', async () => {
    await open()
    for (const show of [false, true, false]) {
      act(() => useSidebar.getState().setSidebarShow(show))
      expect(beside().hidden).toBe(!show)
    }
  })
})

describe('the sidebar in a narrow window (decision 22)', () => {
  beforeEach(() => stubWidth(false))

  it('lies over the page, begins closed, and leaves sidebarShow alone', async () => {
    const { user } = await open()
    const overlay = () => screen.queryByRole('dialog', { name: 'Sidebar' })
    expect(overlay()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sidebar' }))
    expect(await screen.findByRole('dialog', { name: 'Sidebar' })).toBeDefined()
    expect(useSidebar.getState().sidebarShow).toBe(true)
  })
})

describe('the entries of the sidebar', () => {
  it('Management areas: roles (with image), users, events, polls and surveys, tasks, bills, feed posts, categories, shopping posts.', async () => {
    await open()
    // An area that the specification doesn't name comes beside these.
    expect(links()).toEqual(
      expect.arrayContaining([
        'Dashboard',
        'Roles',
        'Users',
        'Events',
        'Polls and surveys',
        'Tasks',
        'Bills',
        'Feed posts',
        'Categories',
        'Shopping posts',
        // Ours beside them.
        'Audit log',
      ]),
    )
  })

  it("After sign-in: a dashboard with counts and a role list, and a sidebar whose entries depend on the role's permissions.", async () => {
    const held = ({ submodule }: { submodule: string }) =>
      submodule === 'Overview' || submodule === 'Bills'
    serve({
      'session.login': () => ({ data: { token: 'abc', tokenExpiry: '2999-01-01T00:00:00Z' } }),
      'permissions.own': () => ({ data: permissionModules(held) }),
      'dashboard.counts': () => ({ data: { counts: { users: 1204 } } }),
      'dashboard.roles': () => ({ data: [{ _id: 'r1', name: 'Support' }] }),
      'dashboard.waiting': () => ({ data: { items: [] } }),
    })
    localStorage.clear()
    const { user, address } = showApp('/')
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'ada@example.org')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('1,204')).toBeDefined()
    expect(await screen.findByText('Support')).toBeDefined()
    expect(address()).toBe('/dashboard')
    expect(links()).toEqual(['Dashboard', 'Bills'])
  })
})
