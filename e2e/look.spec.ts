import type { Page } from '@playwright/test'
import { expectAccessible } from './lib/axe.ts'
import { alongLines } from './lib/keyboard.ts'
import { cutTexts } from './lib/layout.ts'
import { like, t } from './lib/messages.ts'
import { beSignedIn } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

const lists = [
  'posts',
  'bills?filters=none',
  'events?filters=none',
  'polls?filters=none',
  'tasks?filters=none',
  'users/members',
  'shopping-posts',
  'categories',
  'roles',
]

async function show(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.locator('#root [data-row]').first()).toBeVisible()
}

test('no number, amount or date is cut, in whatever currency and however narrow the list', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server)
  // As great as amounts get, in currencies with two, three and no decimals.
  await page.route(/\/api\/admin\/bills(\/totals)?\?/, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    const amounts = ['99999999999', '999999999999', '999999999']
    let at = 0
    const currencies = ['EUR', 'KWD', 'JPY', 'CHF', 'XAF']
    const body = text
      .replaceAll(/"amount":"?\d+"?/g, () => `"amount":${amounts[at++ % 2] ?? '0'}`)
      .replaceAll(/"currency":"[A-Z]{3}"/g, () => `"currency":"${currencies[at++ % 5]}"`)
    await route.fulfill({ response: answer, body })
  })
  for (const list of lists) {
    await show(page, `${server.url}/${list}`)
    for (const width of [1440, 1200, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => cutTexts(page, 'numbers'), `${list} at ${width}`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    // As wide as it is beside an open record.
    await page.evaluate(() => document.querySelector('main')?.setAttribute('style', 'width: 700px'))
    await expect.poll(() => cutTexts(page, 'numbers'), `${list} beside a record`).toEqual([])
    const table = () =>
      page.evaluate(() => {
        const table = document.querySelector('table')
        return {
          beyond: (table?.scrollWidth ?? 0) > (table?.parentElement?.clientWidth ?? 0),
          text:
            Math.max(...[...document.querySelectorAll('th')].map((head) => head.clientWidth)) >=
            150,
        }
      })
    await expect
      .poll(table, `${list} is within its room, and keeps its text`)
      .toEqual({ beyond: false, text: true })
  }
})

test('six posts stand on the screen of a telephone, and what a search found is marked', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server)
  await page.setViewportSize({ width: 390, height: 844 })
  await show(page, `${server.url}/posts`)
  const whole = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= 844).length)
  expect(whole).toBeGreaterThanOrEqual(6)
  await show(page, `${server.url}/posts?search=THE`)
  await expect(page.locator('[data-row] mark').first()).toHaveText(/the/i)
  await expectAccessible(page, 'posts that were searched for')
})

test('columns are moved by keys, and stay where they were put', async ({ page, server }) => {
  await beSignedIn(page, server)
  await show(page, `${server.url}/posts`)
  const names = () =>
    page
      .locator('th[data-column]')
      .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-column')))
  const before = await names()
  await page
    .getByRole('columnheader', { name: t('Likes') })
    .getByRole('button')
    .focus()
  await page.keyboard.press(`Alt+Shift+${alongLines('ArrowLeft')}`)
  await expect.poll(async () => (await names()).indexOf('likes')).toBe(before.indexOf('likes') - 1)
  await page.keyboard.press(`Alt+Shift+${alongLines('ArrowLeft')}`)
  await expect.poll(async () => (await names()).indexOf('likes')).toBe(before.indexOf('likes') - 2)
  await page.reload()
  await expect.poll(async () => (await names()).indexOf('likes')).toBe(before.indexOf('likes') - 2)
})

test('with the colours of the system it is seen where one is and what is chosen', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server)
  await page.emulateMedia({ forcedColors: 'active' })
  await show(page, `${server.url}/users/members`)
  await page
    .getByRole('checkbox', { name: like('Select {record}') })
    .nth(1)
    .check()
  const differ = (one: string, other: string, properties: string[]) =>
    page.evaluate(
      ([one, other, properties]) => {
        const [a, b] = [one, other].map((selector) => document.querySelector(selector as string))
        if (!a || !b) return false
        return (properties as string[]).some(
          (name) =>
            getComputedStyle(a).getPropertyValue(name) !==
            getComputedStyle(b).getPropertyValue(name),
        )
      },
      [one, other, properties] as const,
    )
  const marks = ['outline-style', 'border-bottom-color']
  expect(await differ('nav a[aria-current]', 'nav a:not([aria-current])', marks)).toBe(true)
  expect(await differ('main nav a[aria-current]', 'main nav a:not([aria-current])', marks)).toBe(
    true,
  )
  expect(await differ('tr[data-chosen]', 'tr[data-row]:not([data-chosen])', marks)).toBe(true)
})

test('where the page is read from the right, all of it is turned over', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server)
  await page.addInitScript(() =>
    localStorage.setItem('steward-preferences', JSON.stringify({ language: 'ar' })),
  )
  await show(page, `${server.url}/bills`)
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left)
  expect(await left('th[data-column=number]')).toBeGreaterThan(await left('th[data-column=title]'))
  expect(await left('aside, nav')).toBeGreaterThan(await left('main'))
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  const next = page.locator('main nav button svg.tabler-icon-chevron-right')
  expect(await next.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1')
})
