import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { like, t, within } from './lib/messages.ts'
import { anyActions } from './lib/phrases.ts'
import { watchRequests } from './lib/quiet.ts'
import { beSignedIn, openAs } from './lib/signed-in.ts'
import { test as base, expect, makeStaff } from './lib/steward.ts'
import { windowOptions } from './lib/windows.ts'

/** In a window that has nothing in its caches: what isn't loaded there can't be had offline. */
const test = base.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext(windowOptions)
    await use(context)
    await context.close()
  },
})

const bar = (page: Page) => page.locator('[data-connection]')
const goTo = (page: Page, area: string) =>
  page
    .getByRole('navigation', { name: t('Areas') })
    .getByRole('link', { name: area })
    .click()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const viewOnly = t(
  'You are offline. You can view what has already loaded, but changes can’t be saved.',
)
const stale = within(
  'Last updated {time}; newer results load automatically once you are back online.',
)
const notSaved = t('You are offline. Nothing was saved: try again once you are back online.')
const notLoaded = t('This page isn’t loaded yet')

/** Marks the document, to tell later whether it was loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

test('offline, what was loaded stays, what is changed is refused, and nothing typed is lost', async ({
  page,
  context,
  server,
}) => {
  const who = await makeStaff(server, [permission('Operations', 'Tasks', 'list')])
  await openAs(page, server, '/profile', who)
  const name = page.getByRole('region', { name: t('About you') }).getByRole('textbox')
  await name.fill('Olivia Owner')

  await context.setOffline(true)
  await expect(bar(page)).toContainText(viewOnly)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page
    .getByRole('button', { name: t('Save') })
    .first()
    .click()
  await expect(page.getByText(notSaved)).toBeVisible()
  await expect(name).toHaveValue('Olivia Owner')
  expect(sent).toEqual([])
  await expectAccessible(page, 'a page that is offline')

  await context.setOffline(false)
  await expect(page.getByText(t('You are online again.'))).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page
    .getByRole('button', { name: t('Save') })
    .first()
    .click()
  await expect(page.getByText(notSaved)).toHaveCount(0)
  await expect(heading(page, 'Olivia Owner')).toBeVisible()
})

test('a change that shows at once is taken back, and rows say of when they are', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, '/users/members')
  const row = page.locator('[data-row]').first()
  const before = await row.innerText()
  const menu = row.getByRole('button', { name: anyActions })
  // What the menu is drawn by is there before the connection goes.
  await menu.click()
  const deactivate = page.getByRole('menuitem', {
    name: new RegExp(`${t('Activate')}|${t('Deactivate')}`),
  })
  await expect(deactivate).toBeVisible()
  await context.setOffline(true)
  await deactivate.click()
  await expect(page.getByText(notSaved)).toBeVisible()
  expect(await row.innerText()).toBe(before)

  await page.getByRole('button', { name: t('Next page') }).click()
  await expect(page.getByText(stale)).toBeVisible()
  await expect(page.getByText(viewOnly)).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByText(stale)).toHaveCount(0)
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(like('{first}–{last} of {total}', { first: 26 }))).toBeVisible()
})

test('what opens by a key or a click opens offline, though nobody has moved before', async ({
  page,
  context,
  server,
}) => {
  await beSignedIn(page, server)
  const quiet = watchRequests(page)
  const loaded = (part: string) =>
    page.waitForResponse((answer) => answer.url().includes(`/${part}-`), { timeout: 60_000 })
  const parts = [
    'mantine-menu',
    'palette',
    'list-keys',
    'filter-editor',
    'list-view-items',
    'payment-dialog',
  ].map(loaded)
  await page.goto(`${server.url}/bills`)
  const all = await Promise.all(parts)
  await Promise.all(all.map((each) => each.finished()))
  await quiet()
  await context.setOffline(true)
  await page.getByRole('button', { name: anyActions }).first().click()
  await expect(page.getByRole('menuitem', { name: t('Edit') })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('Columns and density') }).click()
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('f')
  await expect(page.getByLabel(t('Filter by'))).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: anyActions }).first().click()
  await page.getByRole('menuitem', { name: t('Mark as paid on…') }).click()
  await expect(page.getByRole('dialog', { name: like('When was {bill} paid?') })).toBeVisible()
})

test('a menu whose items are on their way draws nothing empty', async ({ page, server }) => {
  await beSignedIn(page, server)
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(/list-view-items-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/users/members`)
  const button = page.getByRole('button', { name: t('Columns and density') })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('.mantine-Menu-dropdown:visible')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible()
})

test('a page that isn’t loaded yet comes by itself when the connection is back', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, '/bills')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await mark(page)
  await context.setOffline(true)
  await goTo(page, t('Polls and surveys'))
  await expect(heading(page, notLoaded)).toBeVisible()
  await expectAccessible(page, 'a page that isn’t loaded yet')
  // What is there is there: one can go back to it.
  await goTo(page, t('Bills'))
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await goTo(page, t('Polls and surveys'))
  await expect(heading(page, notLoaded)).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, within('Polls and surveys'))).toBeVisible()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/polls`)
  expect(await isMarked(page)).toBe(true)
})

test('a page whose code broke off on its way comes too, by loading the window again', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, '/bills')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await mark(page)
  await page.route(/polls-page/, (route) => route.abort())
  await goTo(page, t('Polls and surveys'))
  await expect(heading(page, t('This page couldn’t be loaded'))).toBeVisible()
  await context.setOffline(true)
  await expect(heading(page, notLoaded)).toBeVisible()
  await page.unroute(/polls-page/)
  await context.setOffline(false)
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/polls`)
  expect(await isMarked(page)).toBe(false)
})

test('the public pages do the same', async ({ page, context, server }) => {
  await page.goto(server.url)
  await page.getByLabel(t('E-mail')).fill(server.owner.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(server.owner.password)
  await context.setOffline(true)
  await expect(bar(page)).toContainText(viewOnly)
  const signInButton = page.getByRole('button', { name: t('Sign in'), exact: true })
  await signInButton.click()
  await expect(
    page.getByText(t('You are offline. Nothing was sent: try again once you are back online.')),
  ).toBeVisible()
  await expectAccessibleEverywhere(page, 'the sign-in page offline')
  await page.getByRole('link', { name: t('Forgot your password?') }).click()
  await expect(heading(page, notLoaded)).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, t('Forgot your password?'))).toBeVisible()
  await page.goBack()
  await page.getByLabel(t('E-mail')).fill(server.owner.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(server.owner.password)
  await signInButton.click()
  await expect(heading(page, t('Dashboard'))).toBeVisible()
})

test('a dialog that isn’t loaded yet opens later, and the form behind it stays', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, '/roles/new')
  const name = page.getByRole('textbox', { name: t('Name') })
  await name.fill('Photographers')
  const buffer = await redAndBlue().png().toBuffer()
  const choose = () =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await context.setOffline(true)
  await choose()
  await expect(
    page.getByText(t('This hasn’t loaded yet. It opens automatically once you are back online.')),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: t('Crop the picture') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Photographers')
})

test('a dialog that a newer version has replaced leaves the form as it is', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/roles/new')
  const name = page.getByRole('textbox', { name: t('Name') })
  await name.fill('Photographers')
  await page.route(/image-crop-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }))
  const buffer = await redAndBlue().png().toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(
    page.getByText(
      t(
        'This couldn’t be loaded. The connection was interrupted, or a new version has been installed. Save what you have typed, then reload the page.',
      ),
    ),
  ).toBeVisible()
  await expect(name).toHaveValue('Photographers')
})

test('a server that takes long is told of, and can be asked again', async ({ page, server }) => {
  await openAs(page, server, '/posts')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  let hanging = 0
  await page.route('**/api/admin/bills?*', (route) => {
    hanging += 1
    return hanging === 1 ? new Promise(() => {}) : route.continue()
  })
  await goTo(page, t('Bills'))
  await expect(
    page.getByText(t('The server is taking long to answer. Still waiting…')),
  ).toBeVisible()
  await expectAccessible(page, 'a page of a slow server')
  await page.getByRole('button', { name: t('Try again') }).click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})
