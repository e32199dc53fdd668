import { permission } from '@steward/contract/permissions/permissions'
import { like, t, within } from './lib/messages.ts'
import { permissionText } from './lib/phrases.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, signIn, test } from './lib/steward.ts'

const guardMessage = 'Session expired or unauthorized access, please log in.'

test.describe('the session guard', () => {
  const cases = [
    ['no token', { tokenExpiry: '2999-01-01T00:00:00.000Z' }],
    [
      'a token that the server does not know',
      { token: 'abc', tokenExpiry: '2999-01-01T00:00:00Z' },
    ],
  ] as const
  for (const [name, stored] of cases) {
    test(`${name}: says so, clears both values and leads to the sign-in`, async ({
      page,
      server,
    }) => {
      await page.goto(`${server.url}/404`)
      await page.evaluate((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
      }, stored)
      await page.goto(`${server.url}/bills?sort=amount`)
      const notices = page.getByRole('region', { name: t('Notices') })
      await expect(notices.getByText(guardMessage)).toBeVisible()
      await expect(page).toHaveURL(`${server.url}/`)
      expect(
        await page.evaluate(() => [localStorage['token'], localStorage['tokenExpiry']]),
      ).toEqual([undefined, undefined])
    })
  }

  test('watches while the page stands open, and signing in returns to the page', async ({
    page,
    server,
  }) => {
    await openAs(page, server, '/bills?sort=amount')
    await expect(page.getByRole('heading', { level: 1, name: within('Bills') })).toBeVisible()
    await page.evaluate(() => {
      localStorage.setItem('tokenExpiry', new Date(Date.now() + 1500).toISOString())
      window.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const notices = page.getByRole('region', { name: t('Notices') })
    await expect(notices.getByText(guardMessage)).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.getByLabel(t('E-mail')).fill(server.owner.email)
    await page.getByLabel(t('Password'), { exact: true }).fill(server.owner.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/bills?sort=amount`)
  })
})

test('signing out ends the session everywhere and says nothing of the guard', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  const token = await page.evaluate(() => localStorage['token'] as string)
  await page.getByRole('button', { name: like('Account: {name}') }).click()
  await page.getByRole('menuitem', { name: t('Sign out') }).click()
  await expect(page.getByRole('button', { name: t('Sign in'), exact: true })).toBeVisible()
  await expect(page.getByText(guardMessage)).toBeHidden()
  const answer = await fetch(`${server.url}/api/admin/dashboard`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(401)
})

test('a wrong password is said at the form, and what was typed stays', async ({ page, server }) => {
  await page.goto(`${server.url}/`)
  await page.getByLabel(t('E-mail')).fill('nobody@example.com')
  await page.getByLabel(t('Password'), { exact: true }).fill('a wrong guess')
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  await expect(page.getByText(t('The e-mail address or the password is wrong.'))).toBeVisible()
  await expect(page.getByLabel(t('E-mail'))).toHaveValue('nobody@example.com')
  await expect(page.getByText(guardMessage)).toBeHidden()
})

test('without a permission an area is neither seen nor reached', async ({ page, server }) => {
  const staff = await makeStaff(server, [permission('Operations', 'Tasks', 'list')])
  await signIn(page, server, staff)
  await expect(page).toHaveURL(/\/tasks/)
  const sidebar = page.getByRole('navigation').first()
  await expect(sidebar.getByRole('link', { name: t('Tasks') })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: t('Bills') })).toHaveCount(0)
  await expect(sidebar.getByRole('link', { name: t('Dashboard') })).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/bills`)
  await expect(page.getByText(permissionText('Operations', 'Bills', 'see the list'))).toBeVisible()
  expect(asked.filter((url) => url.includes('/api/admin/bills'))).toEqual([])
})

test('the theme of the address is set, stored and kept', async ({ page, server }) => {
  const scheme = () =>
    page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await page.goto(`${server.url}/?theme=dark`)
  await expect.poll(scheme).toBe('dark')
  const stored = () => page.evaluate(() => localStorage['steward-admin-template-theme'])
  await expect.poll(stored).toBe('dark')
  await page.goto(`${server.url}/`)
  await expect.poll(scheme).toBe('dark')
  await page.goto(`${server.url}/?theme=sepia`)
  await expect.poll(scheme).toBe('light')
  expect(await page.evaluate(() => localStorage['steward-admin-template-theme'])).toBe('sepia')
})

test('where the code of what lies behind the sign-in can’t be loaded, it says so; reloading brings it', async ({
  page,
  server,
}) => {
  await page.route(/guarded-routes/, (route) => route.abort())
  await page.goto(`${server.url}/`)
  await page.getByLabel(t('E-mail')).fill(server.owner.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(server.owner.password)
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('This page couldn’t be loaded') })).toBeVisible()
  await page.unroute(/guarded-routes/)
  await page.getByRole('button', { name: t('Reload') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('Dashboard') })).toBeVisible()
})
