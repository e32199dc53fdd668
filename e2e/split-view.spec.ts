import type { Page } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { like, t } from './lib/messages.ts'
import { statusText } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, test, withData } from './lib/steward.ts'

const rows = 'tr[data-row]'
const idAt = async (page: Page, at: number) =>
  (await page.locator(rows).nth(at).getAttribute('data-row')) ?? ''
const title = (page: Page) => openRecord(page).getByRole('heading', { level: 2 }).first()

/** The ids of some posts, in the order of the list. */
async function posts(server: Server, page: number): Promise<string[]> {
  const token = await tokenOf(server, server.owner)
  const answer = await callServer(server, 'posts.list', { token, query: { page: String(page) } })
  return (answer as { posts: { _id: string }[] }).posts.map(({ _id }) => _id)
}

test('a record opens beside its list, is walked over the end of the page, and keeps the place', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/posts')
  const last = await idAt(page, 24)
  await page
    .locator(rows)
    .nth(24)
    .click({ position: { x: 120, y: 10 } })
  await expect(openRecord(page)).toHaveRole('region')
  await expect(openRecord(page).getByText(like('{place} of {total}', { place: 25 }))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await wide()).toBeLessThanOrEqual(1440)
  await page.keyboard.press('n')
  await expect(openRecord(page).getByText(like('{place} of {total}', { place: 26 }))).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  // Enter on the title does nothing: the record stays.
  await page.keyboard.press('Enter')
  await expect(title(page)).toBeFocused()
  await expectAccessible(page, 'a record beside its list')
  await page.keyboard.press('p')
  await expect(openRecord(page).getByText(like('{place} of {total}', { place: 25 }))).toBeVisible()
  // Closed sooner than the rows of the other page are drawn.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/page=2/)
  await page.keyboard.press('Escape')
  await expect(openRecord(page)).toHaveCount(0)
  // Where one has walked to, and not where the record was opened.
  await expect(page).toHaveURL(/page=2$/)
  await expect(page.locator(rows).first()).toBeFocused()
  expect(await idAt(page, 0)).not.toBe(last)
})

test('a moderator reads, deletes and deactivates with a key each', async ({ page, server }) => {
  await withData(server, async (db) => {
    const authors = await create(db, 'users', { name: 'Vik Mola' }, { name: 'Ada Perez' })
    const posts = authors.map((author_id, at) => ({ author_id, text: `Walnut cake ${at}` }))
    await create(db, 'posts', ...posts)
  })
  await openAs(page, server, '/posts?search=Walnut cake')
  await expect(page.locator(rows)).toHaveCount(2)
  const [first, second] = [await idAt(page, 0), await idAt(page, 1)]
  await page
    .locator(rows)
    .first()
    .click({ position: { x: 120, y: 10 } })
  await expect(openRecord(page).getByRole('button', { name: t('Delete') })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page.locator(`[data-row="${first}"]`)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`open=${first}`))
  await expect(openRecord(page).getByRole('button', { name: t('Restore') })).toBeVisible()
  await page.keyboard.press('u')
  const inactive = new RegExp(
    ['Vik Mola', 'Ada Perez'].map((name) => statusText(name, 'inactive')).join('|'),
  )
  await expect(page.getByText(inactive)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`open=${second}`))
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('g')
  await expect(page.getByRole('list', { name: t('Go to') })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/dashboard$/)
})

test('a link opens a record that is not on the page, and follows what is done to it', async ({
  page,
  server,
}) => {
  const [far = ''] = await posts(server, 4)
  await openAs(page, server, `/posts?open=${far}`)
  await expect(openRecord(page).getByText(far)).toBeVisible()
  await expect(page.locator(`[data-row="${far}"]`)).toHaveCount(0)
  await page.goto(`${server.url}/posts?open=00000000-0000-7000-8000-000000000000`)
  await expect(openRecord(page)).toContainText(
    t('There is no such {record}.', { record: t('post') }),
  )
})

test('beside an open record no list is cut off at its side', async ({ page, server }) => {
  const beyond = () =>
    page
      .locator('[data-rows]')
      .evaluate((list) =>
        Math.max(
          ...[list, list.parentElement ?? list].map((each) => each.scrollWidth - each.clientWidth),
        ),
      )
  for (const path of ['/audit-log', '/bills', '/roles']) {
    await openAs(page, server, path)
    await page.locator(rows).nth(1).press('Enter')
    await expect(title(page)).toBeVisible()
    for (const width of [1200, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(beyond, { message: `${path} at ${width} px` }).toBe(0)
    }
  }
})

test('below 1,200 px a record opens in a drawer; what is typed outlasts the change', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/bills')
  await page
    .locator(rows)
    .first()
    .click({ position: { x: 120, y: 10 } })
  await openRecord(page)
    .getByRole('button', { name: t('Edit') })
    .click()
  const name = openRecord(page).getByRole('textbox', { name: t('Title') })
  await name.fill('Half of a tit')
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect(openRecord(page)).toHaveRole('dialog')
  await expect(name).toHaveValue('Half of a tit')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(openRecord(page)).toHaveRole('region')
  await expect(name).toHaveValue('Half of a tit')
})

test('from the search of each list it takes few presses of Tab to the first row', async ({
  page,
  server,
}) => {
  for (const path of ['/users/members', '/bills']) {
    await openAs(page, server, `${path}?filters=none`)
    const first = page.locator(rows).first()
    await expect(first).toBeVisible()
    await page.locator('[data-list-search]').focus()
    let presses = 0
    const isThere = () => first.evaluate((row) => row === document.activeElement)
    while (presses < 10 && !(await isThere())) {
      await page.keyboard.press('Tab')
      presses += 1
    }
    expect([path, presses <= 4]).toEqual([path, true])
  }
})

test('on a phone the text comes first, and what can be done with it covers nothing', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [first = ''] = await posts(server, 1)
  await openAs(page, server, `/posts?open=${first}`)
  const remove = openRecord(page).getByRole('button', { name: t('Delete') })
  await expect(remove).toBeInViewport()
  const header = await openRecord(page).getByRole('heading', { level: 2 }).first().boundingBox()
  expect(header?.height).toBeLessThan(48)
  const text = await openRecord(page).locator('[data-record-scroll], p, div').first().boundingBox()
  const button = await remove.boundingBox()
  expect(text?.y ?? 0).toBeLessThan(button?.y ?? 0)
  await expectAccessible(page, 'a record on a phone')
})
