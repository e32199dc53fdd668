import { test as base, expect } from '@playwright/test'
import { expectAccessible } from './lib/axe.ts'
import { type OtherServer, startOtherServer } from './lib/other-server.ts'

const test = base.extend<{ other: OtherServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  other: async ({}, use) => {
    const other = await startOtherServer()
    await use(other)
    await other.close()
  },
})

const screens: [string, RegExp][] = [
  ['/dashboard', /Dashboard/],
  ['/roles', /Roles/],
  ['/roles/inactive', /Roles/],
  ['/users/admins', /Users|Admins/],
  ['/users/business', /Users|Business users/],
  ['/users/members', /Users|Members/],
  ['/users/u1', /.+/],
  ['/events', /Events/],
  ['/events?view=calendar', /Events/],
  ['/polls', /Polls and surveys/],
  ['/tasks', /Tasks/],
  ['/tasks?view=board', /Tasks/],
  ['/bills', /Bills/],
  ['/posts', /Feed posts/],
  ['/categories', /Categories/],
  ['/categories?view=tree', /Categories/],
  ['/shopping-posts', /Shopping posts/],
  ['/profile', /.+/],
]

const sparse = ['/users/u1', '/posts', '/categories?view=tree', '/tasks?view=board']

test('the web app is all there before a server that knows the specification alone', async ({
  page,
  other,
}) => {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  await page.goto(other.url)
  await page.getByLabel('E-mail').fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('whatever they take')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  for (const [path, title] of screens) {
    await page.goto(`${other.url}${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible()
    await page.waitForLoadState('networkidle')
    const shown = await page.locator('body').innerText()
    expect(shown, path).not.toMatch(/undefined|NaN|\[object|Invalid Date|Unexpected Application/)
    // Whole screens are held against WCAG elsewhere; these draw what is missing in ways of their own.
    if (sparse.includes(path)) await expectAccessible(page, path)
  }
  expect(broken).toEqual([])
  const guarded = other.taken.filter(({ call }) => !call.includes('auth/'))
  expect(guarded.every(({ authorization }) => authorization === 'Bearer theirs')).toBe(true)
})

test('lists without pagination are paged here, and deletions need no answer', async ({
  page,
  other,
}) => {
  await page.goto(other.url)
  await page.getByLabel('E-mail').fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('whatever they take')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.goto(`${other.url}/posts`)
  await expect(page.getByText('1–25 of 40')).toBeVisible()
  await page.getByRole('button', { name: /next page/i }).click()
  await expect(page.getByText('26–40 of 40')).toBeVisible()
  await page.goto(`${other.url}/posts`)
  const first = page.locator('[data-row="p1"]')
  await first.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(first).toHaveCount(0)
  await expect(page.getByText('The post is deleted')).toBeVisible()
  await expect(page.getByText('1–25 of 39')).toBeVisible()
  expect(other.taken.map(({ call }) => call)).toContain('DELETE admin/post-feed/p1')

  await page.goto(`${other.url}/shopping-posts`)
  await expect(page.getByText('1–10 of 12')).toBeVisible()
})
