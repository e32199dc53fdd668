import { permission } from '@steward/contract/permissions/permissions'
import { sizes } from './both/records.ts'
import { enter, onBothServers } from './both/stage.ts'
import { count, like, pattern, t } from './lib/messages.ts'
import { permissionText, rangeOf } from './lib/phrases.ts'
import { openWindow } from './lib/windows.ts'
import { expect, test } from './spec-only-server/test.ts'

const guardMessage = 'Session expired or unauthorized access, please log in.'

/** The areas of the sidebar, and how many records each dashboard tile of them counts. */
const users = sizes.members + sizes.businessUsers + sizes.admins
const areas: [link: string, path: string][] = [
  ['Roles', '/roles'],
  ['Users', '/users'],
  ['Events', '/events'],
  ['Polls and surveys', '/polls'],
  ['Feed posts', '/posts'],
  ['Tasks', '/tasks'],
  ['Bills', '/bills'],
  ['Categories', '/categories'],
  ['Shopping posts', '/shopping-posts'],
]
const tiles: [name: string, count: number, path: string][] = [
  ['Users', users, '/users/members'],
  ['Members', sizes.members, '/users/members'],
  ['Events', sizes.events, '/events?filters=none'],
  ['Polls and surveys', sizes.polls, '/polls?filters=none'],
  ['Feed posts', sizes.posts, '/posts'],
  ['Tasks', sizes.tasks, '/tasks?filters=none'],
  ['Bills', sizes.bills, '/bills?filters=none'],
  ['Categories', sizes.categories, '/categories'],
  ['Shopping posts', sizes.shoppingPosts, '/shopping-posts'],
]

onBothServers('the frame', (at) => {
  test('the sidebar starts shown, has every area, and is hidden by its button', async () => {
    const { page, url } = at
    await page.goto(`${url}/dashboard`)
    const sidebar = page.getByRole('navigation', { name: t('Areas') })
    for (const [name] of areas)
      await expect(sidebar.getByRole('link', { name: t(name), exact: true })).toBeVisible()
    const button = page.getByRole('button', { name: t('Sidebar') })
    await button.click()
    await expect(sidebar).toBeHidden()
    await button.click()
    await expect(sidebar).toBeVisible()
  })

  test('each tile of the dashboard says what is counted, and leads to its list', async () => {
    const { page, url, calls } = at
    // What has changed just before a stream of changes begins is asked for again.
    await page.route('**/api/admin/live', (route) => route.abort())
    await page.goto(`${url}/dashboard`)
    await expect(page.getByText('Role 1', { exact: true })).toBeVisible()
    for (const [name, counted, path] of tiles) {
      const words = new RegExp(`^${pattern(t(name))} ?${pattern(count(counted))}`)
      const tile = page.getByRole('main').getByRole('link', { name: words })
      await expect(tile, name).toHaveAttribute('href', path)
    }
    for (const call of [
      'GET admin/dashboard',
      'GET admin/dashboard-user/role',
      'GET admin/dashboard-user/role/details',
    ] as const)
      expect(calls.of(call), call).toHaveLength(1)
    await page.unroute('**/api/admin/live')
    const bills = page.getByRole('main').getByRole('link', { name: new RegExp(`^${t('Bills')}`) })
    await bills.click()
    await expect(page.getByText(rangeOf(1, 25, sizes.bills))).toBeVisible()
    const tokens = new Set(calls.sent.map(({ authorization }) => authorization))
    expect([...tokens]).toEqual([expect.stringMatching(/^Bearer .+/)])
  })

  test('a theme comes by the address, is stored, and stays', async () => {
    const { page, url } = at
    const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
    await page.goto(`${url}/bills?theme=dark`)
    await expect.poll(scheme).toBe('dark')
    await page.goto(`${url}/bills`)
    await expect.poll(scheme).toBe('dark')
    await page.goto(`${url}/bills?theme=light`)
    await expect.poll(scheme).toBe('light')
  })

  test('/404, /500, and what is nowhere, say so', async () => {
    const { page, url } = at
    for (const [path, heading] of [
      ['/404', t('Page not found')],
      ['/500', t('Server error')],
      ['/no-such-area', t('Page not found')],
    ] as const) {
      await page.goto(`${url}${path}`)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
    }
  })

  test('without a session, or past its end, the guard says so and clears both values', async ({
    browser,
  }) => {
    const page = await openWindow(browser)
    await page.goto(`${at.url}/404`)
    for (const stored of [
      {},
      { token: 'any' },
      { tokenExpiry: '2099-01-01T00:00:00Z' },
      { token: 'any', tokenExpiry: '2020-01-01T00:00:00Z' },
    ]) {
      await page.evaluate((values) => Object.assign(localStorage, values), stored)
      await page.goto(`${at.url}/bills`)
      await expect(page).toHaveURL(`${at.url}/`)
      await expect(page.getByText(guardMessage, { exact: true })).toBeVisible()
      const left = () => page.evaluate(() => [localStorage['token'], localStorage['tokenExpiry']])
      expect(await left()).toEqual([undefined, undefined])
    }
    await page.close()
  })

  test('a forgotten password: the messages of the specification, or the server’s', async ({
    browser,
  }) => {
    const page = await openWindow(browser)
    const send = async () => {
      await page.getByLabel(t('E-mail')).fill('owner@example.com')
      await page.getByRole('button', { name: t('Send link') }).click()
    }
    const answer = (status: number, body: object) =>
      page.route('**/auth/admin-forgot-password', (route) => route.fulfill({ status, json: body }))
    await page.goto(`${at.url}/forgot-password`)
    await answer(500, { message: 'Not this one' })
    await send()
    await expect(page.getByRole('alert')).toHaveText('Failed to send reset email')
    await answer(200, {})
    await send()
    await expect(page.getByRole('status')).toHaveText('Reset email sent')
    await answer(200, { message: 'It is on its way.' })
    await page.getByRole('button', { name: t('Didn’t get an e-mail? Try again') }).click()
    await send()
    await expect(page.getByRole('status')).toHaveText('It is on its way.')
    await page.unrouteAll()
    await page.getByRole('button', { name: t('Didn’t get an e-mail? Try again') }).click()
    await send()
    await expect(page.getByRole('status')).not.toHaveText('It is on its way.')
    await expect(page.getByRole('status')).toBeVisible()
    await page.close()
  })

  test('with one permission there is one area, and no call for another', async ({ browser }) => {
    const { url, who } = await at.staff([permission('Operations', 'Tasks', 'list')])
    const page = await openWindow(browser)
    await enter(page, { url }, who)
    await expect(page).toHaveURL(/\/tasks/)
    const links = page.getByRole('navigation', { name: t('Areas') }).getByRole('link')
    await expect(links).toHaveText([t('Tasks')])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${url}/bills`)
    await expect(
      page.getByText(permissionText('Operations', 'Bills', 'see the list')),
    ).toBeVisible()
    expect(asked.filter((each) => each.includes('admin/bills'))).toEqual([])
    await page.close()
  })

  test('signing out ends the session there and here', async () => {
    const { page, url, calls } = at
    await page.goto(`${url}/tasks`)
    const token = await page.evaluate(() => localStorage['token'])
    await page.getByRole('button', { name: like('Account: {name}') }).click()
    await page.getByRole('menuitem', { name: t('Sign out') }).click()
    await expect(page.getByRole('button', { name: t('Sign in'), exact: true })).toBeVisible()
    await expect(page.getByText(guardMessage)).toHaveCount(0)
    expect(calls.last('POST admin/logout')).toMatchObject({
      body: null,
      authorization: `Bearer ${token}`,
    })
    expect(await page.evaluate(() => localStorage['token'])).toBe(undefined)
    await page.goto(`${url}/bills`)
    await expect(page.getByText(guardMessage, { exact: true })).toBeVisible()
  })
})
