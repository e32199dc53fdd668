import { test as base, expect } from '@playwright/test'
import { startSmallestServer } from './smallest-server.ts'

const test = base.extend<{ url: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  url: async ({}, use) => {
    const server = await startSmallestServer(0)
    await use(server.url)
    server.close()
  },
})

test('the smallest server that is documented is enough to work with', async ({ page, url }) => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  // A browser writes down every call that is answered with 404: none is made that isn't there.
  page.on('console', (message) => {
    const isRefusal = message.text().includes('401')
    if (message.type() === 'error' && !isRefusal) thrown.push(message.location().url)
  })
  const signIn = async (password: string) => {
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await page.goto(url)
  await signIn('not this one')
  await expect(page.getByText('E-mail or password is wrong.')).toBeVisible()
  await signIn('correct horse')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  const sidebar = page.getByRole('navigation').first()
  await expect(sidebar.getByRole('link', { name: 'Events' })).toHaveCount(0)
  await sidebar.getByRole('link', { name: 'Bills' }).click()
  await expect(page.getByText('1–25 of 60')).toBeVisible()
  // What its records don't tell of is no filter, no order and no column.
  const head = page.getByRole('columnheader')
  expect((await head.allTextContents()).filter(Boolean)).toEqual(['Title', 'Amount', 'Actions'])
  await expect(page.getByText('Due', { exact: false })).toHaveCount(0)
  await expect(page.getByText('Sorted by')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add filter' }).click()
  const options = page.getByRole('listbox', { name: 'Fields' }).getByRole('option')
  await expect(options).toHaveText(['Currency', 'Amount'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /next page/i }).click()
  await expect(page.getByText('26–50 of 60')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search bills' }).fill('bill 60')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByText('€71.50')).toBeVisible()

  await sidebar.getByRole('link', { name: 'Categories' }).click()
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kitchen')
  await page.getByRole('button', { name: 'Create category' }).click()
  await expect(page.locator('[data-row]').first()).toContainText('Kitchen')

  await page.goto(`${url}/users/u1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeVisible()
  expect(thrown).toEqual([])
})
