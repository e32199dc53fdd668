import { test as base, expect } from '@playwright/test'
import { drawn, t } from './lib/messages.ts'
import { createOne, money, newOne, rangeOf } from './lib/phrases.ts'
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
    await page.getByLabel(t('E-mail')).fill('ada@example.com')
    await page.getByLabel(t('Password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  }
  await page.goto(url)
  await signIn('not this one')
  await expect(page.getByText('E-mail or password is wrong.')).toBeVisible()
  await signIn('correct horse')
  await expect(page.getByRole('heading', { level: 1, name: t('Dashboard') })).toBeVisible()

  const sidebar = page.getByRole('navigation').first()
  await expect(sidebar.getByRole('link', { name: t('Events') })).toHaveCount(0)
  await sidebar.getByRole('link', { name: t('Bills') }).click()
  await expect(page.getByText(rangeOf(1, 25, 60))).toBeVisible()
  // What its records don't tell of is no filter, no order and no column.
  const head = page.getByRole('columnheader')
  expect((await head.allTextContents()).filter(Boolean)).toEqual([
    t('Title'),
    t('Amount'),
    t('Actions'),
  ])
  await expect(page.getByText(t('Due'), { exact: false })).toHaveCount(0)
  await expect(
    page.getByText(drawn('<by>Sorted by</by> {field}, {order}').split(' {')[0] ?? ''),
  ).toHaveCount(0)
  await page.getByRole('button', { name: t('Add filter') }).click()
  const options = page.getByRole('listbox', { name: t('Fields') }).getByRole('option')
  await expect(options).toHaveText([t('Currency'), t('Amount')])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('Next page') }).click()
  await expect(page.getByText(rangeOf(26, 50, 60))).toBeVisible()
  await page
    .getByRole('textbox', { name: t('Search {many}', { many: t('bills') }) })
    .fill('bill 60')
  await expect(page.getByText(rangeOf(1, 1, 1))).toBeVisible()
  await expect(page.getByText(money('EUR', 71.5))).toBeVisible()

  await sidebar.getByRole('link', { name: t('Categories') }).click()
  await page.getByRole('button', { name: newOne('category') }).click()
  await page.getByRole('textbox', { name: t('Name') }).fill('Kitchen')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: createOne('category') })
    .click()
  await expect(page.locator('[data-row]').first()).toContainText('Kitchen')

  await page.goto(`${url}/users/u1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeVisible()
  expect(thrown).toEqual([])
})
