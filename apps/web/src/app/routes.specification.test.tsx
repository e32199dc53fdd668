// @vitest-environment jsdom
import type { ErrorComponentProps } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, createElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepSession } from '../features/session/guard.ts'
import { prepareApp, showApp } from '../testing/app.tsx'
import { showScreen } from '../testing/screen.tsx'
import { calls, callsOf, held, refusal, serve } from '../testing/server.ts'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { createAppRouter } from './router.ts'

prepareApp()

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const message = 'Session expired or unauthorized access, please log in.'

describe('the routes of specification section 2', () => {
  describe('in public', () => {
    beforeEach(() => {
      localStorage.clear()
      const lacking = () => refusal(404, { message: 'No such call' })
      serve({ 'accounts.registration': lacking, 'accounts.checkLink': lacking })
    })

    it('/ · public · login page', async () => {
      showApp('/')
      await title('Sign in to Steward')
      expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
      expect(screen.queryByText(message)).toBeNull()
    })

    it('/register · public · registration page (fields not shown)', async () => {
      serve({ 'accounts.registration': () => ({ data: { codeNeeded: false } }) })
      showApp('/register')
      await title('Create an account')
    })

    it('/forgot-password · public · request a password reset email', async () => {
      serve({ 'accounts.forgotPassword': () => ({ message: 'Look into your mail' }) })
      const { user } = showApp('/forgot-password')
      await title('Forgot your password?')
      await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'a@b.c{Enter}')
      expect(await screen.findByText('Look into your mail')).toBeDefined()
    })

    it('/reset-password/{token} · public · set a new password; the route parameter is token', async () => {
      serve({ 'accounts.resetPassword': () => ({ message: 'It is set' }) })
      const { user, address } = showApp('/reset-password/of-a-mail')
      await title('Set a new password')
      const field = await screen.findByLabelText('New password')
      await user.type(field, 'three calm green boats{Enter}')
      await waitFor(() => expect(address()).toBe('/'))
      expect(callsOf('accounts.resetPassword')).toMatchObject([
        { body: { token: 'of-a-mail', password: 'three calm green boats' } },
      ])
    })

    it('/404 · public · not-found page', async () => {
      showApp('/404')
      await title('Page not found')
    })

    it('/500 · public · server-error page', async () => {
      showApp('/500')
      await title('Server error')
    })
  })

  it.each(['/profile', '/bills', '/no/such/page'])(
    'any other path · guarded · main admin layout (%s)',
    async (path) => {
      const bills = [{ _id: 'b1', number: 'B-1', status: 'due' }]
      serve({ 'bills.list': () => ({ data: { bills } }), 'bills.totals': () => ({}) })
      serve({
        'profile.sessions': () => refusal(404, {}),
        'secondFactor.own': () => refusal(404, {}),
        'openid.own': () => refusal(404, {}),
      })
      const { address } = showApp(path)
      expect(await screen.findByRole('navigation', { name: 'Areas' })).toBeDefined()
      expect(screen.getByRole('button', { name: 'Sidebar' })).toBeDefined()
      expect(address()).toBe(path)
    },
  )
})

describe('Session guard: it looks for a stored token and a stored token-expiry timestamp.', () => {
  it.each([
    ['no token', null, '2999-01-01T00:00:00Z'],
    ['no expiry', 'stored', null],
    ['an expiry that has passed', 'stored', '2020-01-01T00:00:00Z'],
  ])(
    "If either is missing, or the expiry time has passed, it shows the message 'Session expired or unauthorized access, please log in.', clears both stored values and redirects to /. (%s)",
    async (_, token, expiry) => {
      localStorage.clear()
      if (token) localStorage.setItem('token', token)
      if (expiry) localStorage.setItem('tokenExpiry', expiry)
      const { address } = showApp('/bills')
      expect(await screen.findByText(message)).toBeDefined()
      await waitFor(() => expect(address()).toBe('/'))
      expect(['token', 'tokenExpiry'].map((key) => localStorage.getItem(key))).toEqual([null, null])
      expect(calls).toEqual([])
    },
  )

  it('Only the stored expiry timestamp is checked.', async () => {
    keepSession('no-real-token', '2999-01-01T00:00:00Z')
    const { address } = showApp('/no/such/page')
    expect(await screen.findByRole('navigation', { name: 'Areas' })).toBeDefined()
    expect(address()).toBe('/no/such/page')
  })
})

describe('a start', () => {
  it('On start the product loads the role permissions for the sidebar.', async () => {
    showApp('/no/such/page')
    expect(await screen.findByRole('link', { name: 'Bills' })).toBeDefined()
    expect(callsOf('permissions.own')).toHaveLength(1)
  })

  it('GET · admin/dashboard-user/role/details · data is the permission modules', async () => {
    const actions = { list: true }
    const data = [{ module: 'Operations', submodules: [{ name: 'Tasks', actions }] }]
    serve({ 'permissions.own': () => ({ data }) })
    showApp('/no/such/page')
    expect(await screen.findByRole('link', { name: 'Tasks' })).toBeDefined()
    expect(callsOf('permissions.own')).toMatchObject([
      { request: 'GET admin/dashboard-user/role/details', query: {}, body: null },
    ])
    expect(screen.queryByRole('link', { name: 'Bills' })).toBeNull()
  })

  it('A spinner is shown while pages load.', async () => {
    const { handler, letGo } = held({ data: [] })
    serve({ 'permissions.own': handler })
    showApp('/no/such/page')
    expect(await screen.findByRole('status', { name: 'Loading the page' })).toBeDefined()
    letGo()
    await title('Page not found')
    expect(screen.queryByRole('status', { name: 'Loading the page' })).toBeNull()
  })
})

describe('a render error that nobody caught', () => {
  const shown = () => screen.getByRole('heading', { level: 1 }).textContent

  it("Uncaught render errors show a fallback page titled 'Unexpected Application Error!'.", () => {
    const Broken = () => {
      throw new Error('Broken')
    }
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    )
    console.mockRestore()
    expect(shown()).toBe('Unexpected Application Error!')
  })

  it("Uncaught render errors show 'Unexpected Application Error!'.", async () => {
    const InPage = createAppRouter().options.defaultErrorComponent
    if (!InPage) throw new Error('The router has no page for errors')
    showScreen(
      createElement(InPage as ComponentType<ErrorComponentProps>, {
        error: new Error('Broken'),
        reset: () => {},
      }),
    )
    await title('Unexpected Application Error!')
  })
})
