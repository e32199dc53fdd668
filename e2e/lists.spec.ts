import { expectAccessible } from './lib/axe.ts'
import { watchRequests } from './lib/quiet.ts'
import { openRecord } from './lib/record.ts'
import { atScale } from './lib/scale.ts'
import { expect, signIn, test } from './lib/steward.ts'

const areas = [
  ['/dashboard', 'Dashboard'],
  ['/roles', 'Roles'],
  ['/roles/inactive', 'Inactive roles'],
  ['/roles/deleted', 'Deleted roles'],
  ['/users/admins', 'Admins'],
  ['/users/business', 'Business users'],
  ['/users/members', 'Members'],
  ['/events', 'Events'],
  ['/polls', 'Polls and surveys'],
  ['/tasks', 'Tasks'],
  ['/bills', 'Bills'],
  ['/posts', 'Feed posts'],
  ['/categories', 'Categories'],
  ['/shopping-posts', 'Shopping posts'],
  ['/audit-log', 'Audit log'],
] as const

/** In both themes at both widths at scale, and in each once in the usual run. */
const looks = [
  ['light', atScale([1440, 390], [1440])],
  ['dark', atScale([1440, 390], [390])],
] as const

for (const [theme, widths] of looks) {
  test(`every screen is filled, fits and is accessible: ${theme} at ${widths.join(' and ')} px`, async ({
    page,
    server,
  }) => {
    test.setTimeout(240_000)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    const quiet = watchRequests(page)
    await page.goto(`${server.url}/?theme=${theme}`)
    await signIn(page, server)
    await expect(page).toHaveURL(/dashboard/)
    for (const [path] of areas) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${server.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await quiet()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const body = await page.locator('body').innerText()
        expect(body, path).not.toMatch(/undefined|NaN|\[object|Invalid Date/)
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
        await expect.poll(wide, `${path} does not scroll sideways`).toBeLessThanOrEqual(width)
        await expectAccessible(page, `${path} in ${theme} at ${width}`)
      }
    }
    expect(complaints).toEqual([])
  })
}

test('a list is searched, sorted, filtered and paged, and its address says how', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/bills?filters=none`)
  const rows = page.getByRole('row')
  // Other tests of this worker bring bills in.
  const place = page.getByText(/^\d+–\d+ of [\d,]+$/)
  await expect(place).toHaveText(/^1–25 of [\d,]{3,}$/)
  const total = (await place.innerText()).split(' ').at(-1)
  const second = page.getByText(`26–50 of ${total}`, { exact: true })
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(page).toHaveURL(/sort=-?amount/)
  await page.getByRole('button', { name: /next page/i }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(second).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('laser')
  await expect(page).toHaveURL(/search=laser/)
  await expect(page).not.toHaveURL(/page=2/)
  await expect(rows.nth(1)).toContainText(/laser/i)
  await page.goBack()
  await expect(page).toHaveURL(/page=2/)
  await expect(second).toBeVisible()
  await page.reload()
  await expect(second).toBeVisible()
})

test('a list is walked by keyboard alone, and its record opens and closes', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await page.goto(`${server.url}/tasks?filters=none`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = openRecord(page)
  await expect(drawer).toBeVisible()
  await expect(page).toHaveURL(/open=/)
  const first = page.url()
  await page.keyboard.press('n')
  await expect.poll(() => page.url()).not.toBe(first)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/open=/)
  // Faster than its address follows.
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('[data-row]')[1]?.click())
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/tasks\?filters=none$/)
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
})

test('empty, filtered-empty and failed lists are different screens', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto(`${server.url}/posts?search=qqqqqqzzzz`)
  await expect(page.getByRole('button', { name: /clear/i }).first()).toBeVisible()
  await page.route('**/api/admin/post-feed*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'Something went wrong on the server.', code: 'internal' }),
    }),
  )
  await page.goto(`${server.url}/posts`)
  await expect(page.getByText('Something went wrong on the server.').first()).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/api/admin/post-feed*')
  await page
    .getByRole('button', { name: /retry|try again/i })
    .first()
    .click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})
