import type { Page } from '@playwright/test'
import type { DataOf } from '@steward/contract/calls/endpoints'
import {
  type OpenidProvider,
  startOpenidProvider,
} from '../apps/server/src/testing/openid-provider.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, signIn, startServer, test, withData } from './lib/steward.ts'

test.setTimeout(180_000)
// The first test sets up what the others sign in with.
test.describe.configure({ mode: 'serial' })

let provider: OpenidProvider
let server: Server
test.beforeAll(async () => {
  provider = await startOpenidProvider()
  server = await startServer({ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' })
  Object.assign(provider.people, {
    ann: {
      name: 'Ann Campus',
      email: 'ann@campus.example.com',
      email_verified: true,
      groups: ['staff'],
    },
    eve: {
      name: 'Eve Elsewhere',
      email: 'eve@campus.example.com',
      email_verified: true,
      groups: ['visitors'],
    },
    oda: {
      name: 'Oda Owner',
      email: 'oda@campus.example.com',
      email_verified: true,
      groups: ['owners'],
    },
  })
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Signs in on the provider's own page. */
async function signInThere(page: Page, login: string) {
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`))
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.keyboard.press('Enter')
}

test('an owner sets a provider up by the keyboard, and people of its groups sign in with it', async ({
  page,
}) => {
  await openAs(page, server, '/integrations/sign-in')
  await enter(page, button(page, t('Add identity provider')))
  await expect(
    page.getByRole('heading', { name: t('Add identity provider'), exact: true }),
  ).toBeFocused()
  await expectAccessible(page, 'the form of an identity provider')
  const redirectUri = await field(page, t('Redirect URI')).inputValue()
  const backChannelLogoutUri = await field(page, t('Back-channel logout URI')).inputValue()
  await provider.configure({
    client_id: 'steward',
    client_secret: 'a secret of the client',
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [await field(page, t('Post-logout redirect URI')).inputValue()],
    backchannel_logout_uri: backChannelLogoutUri,
    backchannel_logout_session_required: true,
  })
  await type(page, page.locator('input[name=name]'), 'Campus')
  await type(page, page.locator('input[name=issuer]'), provider.issuer)
  await enter(page, button(page, t('Test discovery')))
  await expect(page.getByText(t('The provider answers as it should.'))).toBeVisible()
  await type(page, page.locator('input[name=clientId]'), 'steward')
  await type(page, page.locator('input[name=clientSecret]'), 'a secret of the client')
  for (const [at, group] of ['visitors', 'staff'].entries()) {
    await enter(page, button(page, t('Add group')))
    await expect(page.locator('input[name=group]').nth(at)).toBeFocused()
    await page.keyboard.insertText(group)
  }
  // The order counts, and is changed by the keyboard: the field keeps the focus.
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.locator('input[name=group]').first()).toHaveValue('staff')
  await expect(page.locator('input[name=group]').first()).toBeFocused()
  const roles = page.locator('select[name=role]')
  for (const at of [0, 1]) await roles.nth(at).selectOption({ index: 2 })
  const role = await roles.first().locator('option:checked').textContent()
  await enter(page, button(page, t('Add rule')))
  await type(page, page.locator('input[name=value]'), 'staff')
  await page.locator('select[name=status]').selectOption('active')
  await type(page, page.locator('input[name=scopes]'), 'openid profile email groups')
  await enter(page, button(page, t('Save')))

  // Who would become what, before anybody tries.
  const claims = { sub: 'x', name: 'Xenia', email: 'x@example.com', groups: ['staff'] }
  await field(page, t('ID token or claims')).fill(JSON.stringify(claims))
  await enter(page, button(page, t('Check')))
  await expect(page.locator('dl').getByText(role ?? '', { exact: true })).toBeVisible()
  await expectAccessible(page, 'who would become what')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/bills`)
  await expect(page).toHaveURL(`${server.url}/`)
  const continueWith = button(page, t('Continue with {provider}', { provider: 'Campus' }))
  await tabTo(page, continueWith)
  await expectAccessible(page, 'the sign-in page with an identity provider')
  await page.keyboard.press('Enter')
  await signInThere(page, 'ann')
  await expect(page).toHaveURL(/\/bills/)
  await page.goto(`${server.url}/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann Campus')
  await expect(page.getByRole('listitem').filter({ hasText: 'Campus' }).first()).toBeVisible()
  // The code is in no address that stays.
  expect(page.url()).not.toContain('code=')
})

test('who isn’t admitted is told why, and comes back to the sign-in page', async ({ page }) => {
  await page.goto(`${server.url}/`)
  await enter(page, button(page, t('Continue with {provider}', { provider: 'Campus' })))
  await signInThere(page, 'eve')
  await expect(page.getByRole('alert')).toContainText('Campus')
  await expectAccessible(page, 'a refused sign-in')
  await page.keyboard.press('Enter')
  await expect(button(page, t('Sign in'))).toBeVisible()
})

test('an address that somebody else’s browser came back to signs nobody in', async ({ page }) => {
  await page.goto(`${server.url}/`)
  const id = await page.evaluate(async () => {
    const { signIn } = await (await fetch('/config.json')).json()
    return signIn.providers[0]._id as string
  })
  await page.goto(`${server.url}/openid/${id}?code=stolen&state=stolen`)
  await expect(page.getByRole('alert')).toContainText(
    t('This sign-in wasn’t begun in this browser, or has been used already. Please begin again.'),
  )
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('the role of somebody who came by a provider is shown with its source, and locked', async ({
  page,
}) => {
  const { id } = await withData(server, (db) =>
    db.selectFrom('users').select('id').where('name', '=', 'Ann Campus').executeTakeFirstOrThrow(),
  )
  await openAs(page, server, `/users/${id}`)
  await expect(page.getByText(t('Role from {provider}', { provider: 'Campus' }))).toBeVisible()
  await page.goto(`${server.url}/users/${id}/edit`)
  const role = field(page, t('Role'))
  await expect(role).not.toBeEditable()
  await expect(role).toHaveAccessibleDescription(
    t('The role comes from “{provider}” and can only be changed there.', { provider: 'Campus' }),
  )
  await expectAccessible(page, 'the form of a person whose role comes from a provider')
})

const passwordsOff = 'Passwords are turned off here, but for owners who chose to keep theirs.'

test('who proves at the provider who they are turns passwords off, but not for an owner who keeps one', async ({
  page,
  browser,
}) => {
  await openAs(page, server, '/profile')
  await enter(page, button(page, t('Keep my password')))
  await expect(button(page, t('Don’t keep my password'))).toBeVisible()

  await mapOwners()
  const oda = await (await browser.newContext()).newPage()
  await oda.goto(`${server.url}/integrations/sign-in`)
  await button(oda, t('Continue with {provider}', { provider: 'Campus' })).click()
  await signInThere(oda, 'oda')
  await expect(button(oda, t('Turn passwords off'))).toBeVisible()
  // As if they had signed in long ago.
  await withData(server, (db) =>
    db.updateTable('sessions').set({ proved_at: '2020-01-01T00:00:00.000Z' }).execute(),
  )
  await enter(oda, button(oda, t('Turn passwords off')))
  await enter(oda, button(oda, t('Turn off')))
  const stepUp = oda.getByRole('dialog', { name: t('Confirm that it’s you') })
  const opened = oda.context().waitForEvent('page')
  await enter(
    oda,
    stepUp.getByRole('button', { name: t('Confirm with {provider}', { provider: 'Campus' }) }),
  )
  const there = await opened
  await signInThere(there, 'oda')
  await expect(stepUp).toBeHidden()
  await expect(oda.getByText(t('Passwords are turned off.'))).toBeVisible()
  await expect.poll(() => there.isClosed()).toBe(true)

  // Signing out goes on to the provider, which leads back.
  await button(oda, t('Account: {name}', { name: 'Oda Owner' })).click()
  await oda.getByRole('menuitem', { name: t('Sign out') }).click()
  await expect(oda).toHaveURL(
    (url) => url.origin === provider.issuer && url.pathname.startsWith('/session/end'),
  )
  await oda.getByRole('button', { name: /sign me out/ }).click()
  await expect(oda).toHaveURL(`${server.url}/`)
  await expect(oda.getByText(t(passwordsOff))).toBeVisible()
  await expectAccessible(oda, 'the sign-in page where passwords are turned off')
  await oda.context().close()
})

test('the password that an owner keeps signs in while passwords are turned off', async ({
  page,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/integrations/sign-in`)
  await expect(page.getByText(t('Passwords are turned off.'))).toBeVisible()
  await enter(page, button(page, t('Turn passwords on')))
  await enter(page, button(page, t('Turn on')))
  await expect(page.getByText(t('People can sign in with passwords.'))).toBeVisible()
})

/** Has the group `owners` make people owners, and admits them. */
async function mapOwners(): Promise<void> {
  const token = await tokenOf(server, server.owner)
  const answer = await callServer(server, 'identityProviders.list', { token })
  const { providers, roles } = answer as DataOf<'identityProviders.list'>
  const [campus] = providers
  const owner = roles.find(({ system }) => system)
  if (!campus || !owner) throw new Error('there is no provider, or no role of owners')
  const mapped = campus.groupRoles.map(({ group, role }) => ({ group, role: role?._id ?? '' }))
  await callServer(server, 'identityProviders.update', {
    token,
    params: { id: campus._id },
    body: {
      groupRoles: [{ group: 'owners', role: owner._id }, ...mapped],
      admission: [...campus.admission, { claim: null, value: 'owners', status: 'active' }],
    },
  })
}
