import type { Browser, Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { choose, rows } from './lib/content.ts'
import { enter } from './lib/keyboard.ts'
import { drawn, t, within } from './lib/messages.ts'
import { saveOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import {
  type Credentials,
  expect,
  makeStaff,
  type Server,
  startServer,
  test,
  withData,
} from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)
const drawer = (page: Page) => openRecord(page)

/** Somebody at a window of their own, who hears of changes. */
async function open(browser: Browser, server: Server, who: Credentials, path: string) {
  const page = await openWindow(browser)
  const listens = page.waitForResponse(/\/api\/admin\/live$/)
  await openAs(page, server, path, who)
  await listens
  await page.locator(rows).first().waitFor()
  return page
}

const bills = [
  permission('Operations', 'Bills', 'list'),
  permission('Operations', 'Bills', 'update'),
  permission('Operations', 'Bills', 'delete'),
]

const makeBills = (server: Server, ...titles: string[]) =>
  withData(server, (db) => create(db, 'bills', ...titles.map((title) => ({ title }))))

test('a list follows what others do, and nothing moves under the pointer', async ({
  browser,
  server,
}) => {
  const [id = ''] = await makeBills(server, 'Chairs for the hall')
  const path = '/bills?filters=none&sort=-createdAt'
  const one = await open(browser, server, server.owner, path)
  const two = await open(browser, server, await makeStaff(server, bills), path)
  const total = one.getByRole('heading', { level: 1 }).locator('span')
  const counted = async () => Number((await total.innerText()).replaceAll(/\D/g, ''))
  const before = await counted()

  await choose(two, rowOf(two, id), t('Delete'))
  await expect(rowOf(one, id)).toHaveCount(0)
  await expect.poll(counted).toBe(before - 1)
  // Whoever did it sees their own list as it is, and no bar.
  await expect(rowOf(two, id)).toHaveCount(0)

  const first = one.locator(rows).first()
  const top = (await first.getAttribute('data-row')) ?? ''
  await rowOf(one, top).hover()
  const place = await rowOf(one, top).boundingBox()
  const [made = ''] = await makeBills(server, 'Paint for the fence')
  const announced = t(
    '{count, plural, one {# new {one}. Use the button above the rows to show them.} other {# new {many}. Use the button above the rows to show them.}}',
    { count: 1, one: t('bill'), many: t('bills') },
  )
  const bar = one.getByRole('button', {
    name: t('{count, plural, one {# new: show} other {# new: show}}', { count: 1 }),
  })
  await expect(bar).toBeVisible()
  await expect(one.getByRole('status').filter({ hasText: announced })).toBeAttached()
  expect(await rowOf(one, top).boundingBox()).toEqual(place)
  await choose(two, rowOf(two, top), t('Delete'))
  await expect(rowOf(one, top)).toContainText(t('Deleted', {}, 'a record'))
  expect(await rowOf(one, top).boundingBox()).toEqual(place)
  await expectAccessible(one, 'a list with news')
  await one.mouse.move(0, 0)
  await expect(rowOf(one, top)).toHaveCount(0)

  await enter(one, bar)
  await expect(first).toHaveAttribute('data-row', made)
  await expect(first).toBeFocused()
  await expect(bar).toHaveCount(0)
  await Promise.all([one.close(), two.close()])
})

test('whoever has a record open sees who else has, and keeps what they typed', async ({
  browser,
  server,
}) => {
  const [id = ''] = await makeBills(server, 'Rent of the hall')
  const path = `/bills?filters=none&sort=-createdAt&open=${id}`
  const staff = await makeStaff(server, bills)
  const one = await open(browser, server, server.owner, path)
  const two = await open(browser, server, staff, path)
  const others = drawer(one).getByRole('list', { name: t('Also viewing') })
  await expect(others).toHaveText(
    new RegExp(drawn('{name} is also viewing this', { name: 'Staff \\d+' })),
  )
  await expect(
    drawer(two).getByText(drawn('{name} is also viewing this', { name: t('A colleague') })),
  ).toBeVisible()
  await drawer(two)
    .getByRole('button', { name: t('Edit') })
    .click()
  await expect(others).toHaveText(within('{name} is editing'))
  await expectAccessible(one, 'a record that others have open')

  await drawer(one)
    .getByRole('button', { name: t('Edit') })
    .click()
  await drawer(one).getByLabel(t('Notes')).fill('Ask for a receipt')
  await drawer(two).getByLabel(t('Title')).fill('Rent of the great hall')
  await drawer(two)
    .getByRole('button', { name: saveOne('bill') })
    .click()
  await expect(
    drawer(one).getByText(
      within('{person} saved this while you were editing. Your changes are still here.'),
    ),
  ).toBeVisible()
  await expect(drawer(one).getByLabel(t('Notes'))).toHaveValue('Ask for a receipt')
  await expectAccessible(one, 'a form whose record was saved meanwhile')
  await drawer(one)
    .getByRole('button', { name: t('Review changes') })
    .click()
  await expect(
    one.getByText(t('Only they changed {fields}, which is kept.', { fields: t('Title') })),
  ).toBeVisible()
  await one
    .getByRole('dialog')
    .getByRole('button', { name: t('Save'), exact: true })
    .click()
  await expect(drawer(two).getByText('Ask for a receipt')).toBeVisible()
  await expect(drawer(one)).toHaveAccessibleName(/Rent of the great hall\u2069?$/)

  await two.keyboard.press('Escape')
  await expect(drawer(two)).toHaveCount(0)
  await expect(others).toHaveCount(0)
  await Promise.all([one.close(), two.close()])
})

test('what happened while the server was away is caught up with', async ({ browser }) => {
  const server = await startServer()
  try {
    const token = await tokenOf(server, server.owner)
    const [id = '', other = ''] = await makeBills(server, 'Lamps', 'Tables')
    const page = await open(browser, server, server.owner, '/bills?filters=none&sort=-createdAt')
    await expect(rowOf(page, id)).toContainText('Lamps')
    const entitle = (title: string) =>
      callServer(server, 'bills.update', { token, params: { id }, body: { data: { title } } })
    // Only a stream that has told of something has a place to go on from.
    await entitle('Lamps and bulbs')
    await expect(rowOf(page, id)).toContainText('Lamps and bulbs')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/live'))
        asked.push(request.headers()['last-event-id'] ?? 'nothing')
    })
    await server.restart()
    await entitle('Lamps and shades')
    await callServer(server, 'bills.delete', { token, params: { id: other } })
    await expect(rowOf(page, id)).toContainText('Lamps and shades', { timeout: 15_000 })
    await expect(rowOf(page, other)).toHaveCount(0)
    expect(asked.at(-1)).toMatch(/^\d+$/)
    await page.close()
  } finally {
    await server.stop()
  }
})
