// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionOpen } from '../../api/browser/stored-session.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, refusal, serve } from '../../testing/server.ts'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { keepSession } from './guard.ts'
import { useSession } from './session.store.ts'

prepareScreens()
const reset = () => useSession.setState(useSession.getInitialState(), true)
beforeEach(reset)
afterEach(reset)

const state = () => useSession.getState()
const { login, logout, forgotPassword, resetPassword } = useSession.getInitialState()
const data = { token: 'abc', tokenExpiry: '2999-01-01T00:00:00Z' }

describe('the calls of Authentication, as the tables of specification section 7 have them', () => {
  it('POST · auth/admin-login · credentials (fields not shown) · data', async () => {
    serve({ 'session.login': () => ({ data }) })
    await login({ email: 'ada@example.org', password: 'secret' })
    expect(callsOf('session.login')).toMatchObject([
      {
        request: 'POST auth/admin-login',
        query: {},
        body: { email: 'ada@example.org', password: 'secret' },
        multipart: false,
      },
    ])
    expect(state().data).toEqual(data)
    expect(sessionOpen()).toBe(true)
  })

  it('POST · admin/logout · none · data', async () => {
    serve({ 'session.logout': () => ({ data: { told: 'by the server' } }) })
    await logout()
    expect(callsOf('session.logout')).toMatchObject([
      { request: 'POST admin/logout', query: {}, body: null },
    ])
    expect(state().data).toEqual({ told: 'by the server' })
  })

  it('POST · auth/admin-forgot-password · not shown · message', async () => {
    serve({ 'accounts.forgotPassword': () => ({ message: 'Look into your mail' }) })
    await forgotPassword('ada@example.org')
    expect(callsOf('accounts.forgotPassword')).toMatchObject([
      {
        request: 'POST auth/admin-forgot-password',
        query: {},
        body: { email: 'ada@example.org' },
      },
    ])
    expect(state().forgotPasswordMessage).toBe('Look into your mail')
  })

  it('POST · auth/admin-reset-password · token, password · not read', async () => {
    serve({ 'accounts.resetPassword': () => new Response('') })
    await resetPassword('of-a-mail', 'three calm green boats')
    expect(callsOf('accounts.resetPassword').map(({ request, body }) => [request, body])).toEqual([
      [
        'POST auth/admin-reset-password',
        { token: 'of-a-mail', password: 'three calm green boats' },
      ],
    ])
    expect(state().isError).toBe(false)
  })
})

const actions = {
  'session.login': () => login({ email: 'a@b.c', password: 'x' }),
  'session.logout': () => logout(),
  'accounts.forgotPassword': () => forgotPassword('a@b.c'),
  'accounts.resetPassword': () => resetPassword('t', 'three calm green boats'),
} as const
const names = Object.keys(actions) as (keyof typeof actions)[]

describe('Admin actions (login, logout, forgot password, reset password):', () => {
  beforeEach(() => keepSession('abc', '2999-01-01T00:00:00Z'))

  describe.each(names)('%s', (name) => {
    it('While pending, isLoading is true.', async () => {
      const { handler, letGo } = held({ data })
      serve({ [name]: handler })
      const pending = actions[name]()
      expect(state().isLoading).toBe(true)
      letGo()
      await pending
    })

    it('On success, isLoading is false.', async () => {
      serve({ [name]: () => ({ data }) })
      await actions[name]()
      expect([state().isLoading, state().isError]).toEqual([false, false])
    })

    it('On failure, isLoading is false and isError is true.', async () => {
      serve({ [name]: () => refusal(500, {}) })
      await expect(actions[name]()).rejects.toThrow()
      expect([state().isLoading, state().isError]).toEqual([false, true])
    })

    it('Failed admin actions set isError to true.', async () => {
      serve({ [name]: () => Promise.reject(new TypeError('Failed to fetch')) })
      await expect(actions[name]()).rejects.toThrow()
      expect(state().isError).toBe(true)
    })
  })
})

it("A failed forgot-password request shows 'Failed to send reset email'.", async () => {
  serve({ 'accounts.forgotPassword': () => refusal(500, { message: 'Else' }) })
  const { user } = showScreen(<ForgotPasswordPage />)
  await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'a@b.c{Enter}')
  expect(await screen.findByText('Failed to send reset email')).toBeDefined()
  expect(screen.queryByText('Else')).toBeNull()
})
