// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setConfig } from '../../api/config.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { RegisterForm } from './register-form.tsx'

prepareScreens()
afterEach(() => setConfig({}))

async function register() {
  const done = vi.fn()
  const { user } = showScreen(
    <RegisterForm email="ada@example.com" setupCode={false} onDone={done}>
      {null}
    </RegisterForm>,
  )
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada')
  await user.type(screen.getByLabelText('Password'), 'three calm green boats')
  await user.click(screen.getByRole('button', { name: 'Create the account' }))
  await waitFor(() => expect(done).toHaveBeenCalled())
  return done
}

test('says that one is registered where the server says nothing', async () => {
  serve({ 'accounts.register': () => ({}) })
  const done = await register()
  expect(done).toHaveBeenCalledWith({
    email: 'ada@example.com',
    message: 'You are registered.',
    active: false,
  })
})

test('sends the names of config.json where they differ', async () => {
  setConfig({ register: { email: 'username', password: 'secret' } })
  serve({ 'accounts.register': () => ({ message: 'Wait', data: { status: 'active' } }) })
  const done = await register()
  expect(callsOf('accounts.register')[0]?.body).toEqual({
    name: 'Ada',
    username: 'ada@example.com',
    secret: 'three calm green boats',
  })
  expect(done).toHaveBeenCalledWith({ email: 'ada@example.com', message: 'Wait', active: true })
})
