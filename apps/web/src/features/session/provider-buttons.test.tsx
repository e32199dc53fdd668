// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setConfig } from '../../api/config.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { SignInPage } from './sign-in-page.tsx'

prepareScreens()
afterEach(() => setConfig({}))

function open(passwordsOff: boolean) {
  setConfig({ signIn: { providers: [{ _id: 'p1', name: 'Campus' }], passwordsOff } })
  return showScreen(<SignInPage onSigningIn={vi.fn()} onSignedIn={vi.fn()} />)
}
const campus = () => screen.findByRole<HTMLButtonElement>('button', { name: /with Campus/ })

test('a provider that is away is said, and passwords still work', async () => {
  serve({
    'openid.start': () => refusal(503, { message: '“Campus” can’t be reached at the moment.' }),
  })
  const { user } = open(false)
  await user.click(await campus())
  await screen.findByText('“Campus” can’t be reached at the moment.')
  expect(callsOf('openid.start')[0]?.body).toEqual({ provider: 'p1', returnTo: '/' })
  await waitFor(async () => expect((await campus()).hasAttribute('data-loading')).toBe(false))
  expect(screen.getByLabelText('Password')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeDefined()
})

test('offers nothing that is refused while passwords are turned off', async () => {
  open(true)
  await campus()
  expect(screen.getByText(/^Passwords are turned off here/)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
  // For owners who keep one.
  expect(screen.getByLabelText('Password')).toBeDefined()
})
