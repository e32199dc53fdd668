// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../../../testing/app.tsx'
import { provider, serveProviders } from '../../../testing/identity-providers.ts'
import { callsOf, refusal, serve } from '../../../testing/server.ts'

prepareApp()

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const section = (name: string) => within(screen.getByRole('region', { name }))

async function editCampus() {
  serveProviders([provider()])
  const shown = showApp('/integrations/sign-in')
  await shown.user.click(await button('Edit Campus'))
  await screen.findByRole('heading', { name: 'Edit Campus' })
  return shown
}

test('asks for what is missing at its fields, and sends nothing before', async () => {
  serveProviders([])
  serve({ 'identityProviders.create': () => ({ data: provider({ _id: 'p9' }) }) })
  const { user } = showApp('/integrations/sign-in')
  await screen.findByText('There are no identity providers yet.')
  await user.click(await button('Add identity provider'))
  expect(field('Redirect URI').value).toBe('https://staff.example.com/openid/p9')
  await user.click(await button('Add group'))
  await user.click(await button('Add rule'))
  await user.click(await button('Save'))
  for (const words of ['Enter a name', 'Enter the issuer', 'Enter the client ID'])
    expect(screen.getByText(words)).toBeDefined()
  const groups = section('3. Groups and roles')
  expect(groups.getByText('Enter a group')).toBeDefined()
  expect(groups.getByLabelText('Role of group 1').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field(/^Name/)))
  expect(callsOf('identityProviders.create')).toEqual([])

  await user.type(field(/^Name/), 'Campus')
  await user.type(field(/^Issuer/), 'https://id.example.com')
  await user.type(field(/^Client ID/), 'steward')
  await user.type(field('Group 1'), 'staff')
  await user.selectOptions(field('Role of group 1'), 'Editor')
  const rules = section('4. Who is admitted')
  await user.selectOptions(rules.getByLabelText('Rule 1: who'), 'Has the claim')
  await user.type(rules.getByLabelText('Claim'), 'hd')
  await user.type(rules.getByLabelText('Value'), 'example.com')
  serveProviders([provider({ _id: 'p9' })])
  await user.click(await button('Save'))
  await screen.findByText('Who would become what with Campus')
  expect(callsOf('identityProviders.create')[0]?.body).toMatchObject({
    _id: 'p9',
    name: 'Campus',
    issuer: 'https://id.example.com',
    groupRoles: [{ group: 'staff', role: 'r1' }],
    admission: [{ claim: 'hd', value: 'example.com', status: 'pending' }],
  })
})

test('a refusal stands at its fields, also where they are folded, and loses nothing', async () => {
  const { user } = await editCampus()
  serve({
    'identityProviders.update': () =>
      refusal(422, {
        message: 'Please check',
        code: 'invalid',
        errors: [
          { msg: 'Is too long', path: 'acrValues' },
          { msg: 'Is already mapped above', path: 'groupRoles.1.group' },
          { msg: 'Nobody could sign in any more', path: 'enabled' },
        ],
      }),
  })
  await user.click(await button('Add group'))
  await user.type(field('Group 2'), 'staff')
  await user.selectOptions(field('Role of group 2'), 'Editor')
  await user.type(field('Client secret'), 'new secret')
  await user.click(await button('Save'))
  const groups = section('3. Groups and roles')
  expect(await groups.findByText('Is already mapped above')).toBeDefined()
  const level = field('Level of authentication at sign-in (acr)')
  await waitFor(() => expect(level.closest('details')?.open).toBe(true))
  expect(level.getAttribute('aria-invalid')).toBe('true')
  // What stands at a field isn't said twice.
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alerts.filter((words) => words !== '')).toEqual(['Nobody could sign in any more'])
  expect(field('Group 2').value).toBe('staff')
  expect(field('Client secret').value).toBe('new secret')
})

test('takes over what somebody else has saved meanwhile, and keeps what was typed', async () => {
  const { user } = await editCampus()
  await user.clear(field(/^Name/))
  await user.type(field(/^Name/), 'University')
  const theirs = provider({ version: 5, name: 'Theirs', clientId: 'other' })
  serveProviders([theirs])
  serve({
    'identityProviders.update': ({ body }) =>
      (body as { version: number }).version === 5
        ? { data: theirs }
        : refusal(409, { message: 'Somebody else', code: 'out_of_date', data: theirs }),
  })
  await user.click(await button('Save'))
  await screen.findByText('Somebody else')
  expect(field(/^Name/).value).toBe('University')
  expect(field(/^Client ID/).value).toBe('other')
  await user.click(await button('Save'))
  await screen.findByText('Identity provider saved')
  expect(callsOf('identityProviders.update')[1]?.body).toMatchObject({
    version: 5,
    name: 'University',
    clientId: 'other',
  })
  // The secret stays where none was typed.
  expect(callsOf('identityProviders.update')[1]?.body).not.toHaveProperty('clientSecret')
})

test('asks before another page is opened in place of what was typed', async () => {
  const { user, address } = await editCampus()
  await user.type(field(/^Issuer/), '/realm')
  await user.click(screen.getByRole('link', { name: 'Keys' }))
  await user.click(await button('Stay'))
  expect(address()).toBe('/integrations/sign-in')
  expect(field(/^Issuer/).value).toBe('https://id.example.com/realm')
})

test('says what to enter for the usual providers, folded away', async () => {
  await editCampus()
  const fold = screen.getByText('What to enter for Microsoft Entra, Okta, Keycloak and Google')
  const details = fold.closest('details')
  expect(details?.open).toBe(false)
  expect(details?.textContent).toContain('https://login.microsoftonline.com/TENANT_ID/v2.0')
  expect(details?.textContent).toContain('Google tells no groups')
  expect(field('Scopes').closest('details')).toBeNull()
})
