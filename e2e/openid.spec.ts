import type { Page } from '@playwright/test'
import {
  type OpenidProvider,
  startOpenidProvider,
} from '../apps/server/src/testing/openid-provider.ts'
import { expectAccessible } from './lib/axe.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, startServer, test } from './lib/steward.ts'

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
  await page.getByText(t('Less usual settings')).click()
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
