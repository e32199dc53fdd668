import { like, t } from './lib/messages.ts'
import { rangeOf } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

test('a list is searched, sorted, filtered and paged, and its address says how', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/bills?filters=none')
  const rows = page.getByRole('row')
  // Other tests of this worker bring bills in.
  const place = page.getByText(like('{first}–{last} of {total}'))
  await expect(place).toHaveText(like('{first}–{last} of {total}', { first: 1, last: 25 }))
  // The digits behind 1 and 25.
  const total = Number((await place.innerText()).replaceAll(/\D/g, '').slice(3))
  expect(total).toBeGreaterThan(99)
  const second = page.getByText(rangeOf(26, 50, total), { exact: true })
  await page.getByRole('button', { name: t('Amount') }).click()
  await expect(page).toHaveURL(/sort=-?amount/)
  await page.getByRole('button', { name: t('Next page') }).click()
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
  await openAs(page, server, '/tasks?filters=none')
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
  await openAs(page, server, '/posts?search=qqqqqqzzzz')
  await expect(
    page.getByRole('button', { name: t('Clear search and filters') }).first(),
  ).toBeVisible()
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
    .getByRole('button', { name: t('Retry') })
    .first()
    .click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})
