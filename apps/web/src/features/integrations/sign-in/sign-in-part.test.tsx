// @vitest-environment jsdom

import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../../../testing/app.tsx'
import { provider, serveProviders } from '../../../testing/identity-providers.ts'
import { callsOf, refusal, serve } from '../../../testing/server.ts'

prepareApp()

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const dialogOf = (name: string) => screen.findByRole('dialog', { name })

test('says of each provider whether it works, and where its mapping doesn’t', async () => {
  const gone = { group: 'old', role: { _id: 'r2', name: 'Old', status: 'deleted' as const } }
  serveProviders([
    provider(),
    provider({ _id: 'p2', name: 'Former', enabled: false, people: 0, groupRoles: [gone] }),
  ])
  showApp('/integrations/sign-in')
  const list = await screen.findByRole('list', { name: 'Identity providers' })
  const [campus, former] = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(campus).toMatch(/Campus.*Active.*3 accounts are linked · 1 group is mapped/)
  expect(campus).not.toContain('nobody can have')
  expect(former).toMatch(/Former.*Inactive.*Nobody is linked.*nobody can have/)
})

test('shows who would become what with a token, and a refusal beside it', async () => {
  serveProviders([provider()])
  const { user } = showApp('/integrations/sign-in')
  await user.click(await button('Try a token with Campus'))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('ID token or claims')
  expect(screen.getByText(/Okta under Security/).textContent).toContain('"groups":["staff"]')
  serve({ 'identityProviders.explain': () => refusal(422, { message: 'This is no token.' }) })
  await user.click(text)
  await user.paste('nothing')
  await user.click(await button('Check'))
  await screen.findByText('This is no token.')
  expect(text.value).toBe('nothing')
  serve({
    'identityProviders.explain': () => ({
      data: {
        signature: 'none',
        signatureProblem: null,
        subject: 'x',
        name: 'Xenia',
        email: null,
        emailVerified: null,
        groups: ['staff'],
        group: 'staff',
        role: { _id: 'r1', name: 'Editor' },
        rule: { claim: null, value: 'staff', status: 'pending' },
        person: null,
        outcome: 'pending',
        reason: { message: 'A new account would wait for approval.' },
      },
    }),
  })
  await user.click(await button('Check'))
  await screen.findByText('A new account would wait for approval.')
  expect(screen.getByText('Group that decides').parentElement?.textContent).toContain('staff')
  expect(screen.getByText('Role').parentElement?.textContent).toContain('Editor')
})

test('deletes a provider after saying whom it concerns, and stays where that is refused', async () => {
  serveProviders([provider()])
  serve({ 'identityProviders.delete': () => refusal(409, { message: 'Not the last one.' }) })
  const { user } = showApp('/integrations/sign-in')
  await user.click(await button('Delete Campus'))
  const dialog = await dialogOf('Delete Campus?')
  expect(dialog.textContent).toContain('3 accounts are linked to it')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await within(dialog).findByText('Not the last one.')
  serveProviders([])
  serve({ 'identityProviders.delete': () => ({ data: {} }) })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('There are no identity providers yet.')
})

test('turns passwords off and on, and says who keeps one', async () => {
  serveProviders([provider()], { keptBy: [{ _id: 'u1', name: 'Ada' }] })
  serve({ 'identityProviders.setPasswords': () => ({ data: {} }) })
  const { user } = showApp('/integrations/sign-in')
  await screen.findByText('People can sign in with passwords.')
  expect(screen.getByText(/Kept by/).textContent).toContain('Ada')
  await user.click(await button('Turn passwords off'))
  const dialog = await dialogOf('Turn passwords off?')
  serveProviders([provider()], { off: true, version: 3 })
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }))
  await screen.findByText('Passwords are turned off.')
  expect(screen.getByText(/No owner keeps a password/)).toBeDefined()
  await user.click(await button('Turn passwords on'))
  await user.click(await button('Turn on'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('identityProviders.setPasswords').map(({ body }) => body)).toEqual([
    { off: true, version: 2 },
    { off: false, version: 3 },
  ])
})

test('a refusal to turn passwords off is said in its dialog', async () => {
  serveProviders([provider()])
  const message = 'First sign in with an identity provider, or keep your password.'
  serve({ 'identityProviders.setPasswords': () => refusal(409, { message, code: 'unsafe' }) })
  const { user } = showApp('/integrations/sign-in')
  await user.click(await button('Turn passwords off'))
  await user.click(await button('Turn off'))
  expect(await within(await dialogOf('Turn passwords off?')).findByText(message)).toBeDefined()
  expect(screen.getByText('People can sign in with passwords.')).toBeDefined()
})

test.each([
  ['no provider', []],
  ['no provider that works', [provider({ enabled: false })]],
])('passwords can’t be turned off with %s', async (_, providers) => {
  serveProviders(providers)
  showApp('/integrations/sign-in')
  await screen.findByText('People can sign in with passwords.')
  expect(screen.queryByRole('button', { name: 'Turn passwords off' })).toBeNull()
})

test('who may only look has nothing to change, and a failure can be tried again', async () => {
  serve({
    'permissions.own': () => ({ data: permissionModules(({ action }) => action === 'list') }),
    'identityProviders.list': () => refusal(500, { message: 'Not now.' }),
  })
  const { user } = showApp('/integrations/sign-in')
  await screen.findByText('Not now.')
  serveProviders([provider()])
  await user.click(await button('Retry'))
  const main = within(await screen.findByRole('main'))
  await main.findByText('Campus')
  expect(main.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([])
})
