import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { startAdapter } from './json-server-adapter.ts'
import { t } from './lib/messages.ts'
import { choose, rowOf } from './lib/people.ts'
import { money, rangeOf, saveOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'

interface Rest {
  url: string
  /** The query of each list that it was asked for. */
  asked: string[]
  bills: Record<string, unknown>[]
}

const test = base.extend<{ rest: Rest; url: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  rest: async ({}, use) => {
    const { rest, close } = await startRest()
    await use(rest)
    close()
  },
  url: async ({ rest }, use) => {
    const adapter = await startAdapter(rest.url, 0)
    await use(adapter.url)
    adapter.close()
  },
})

/** What json-server 0.17 does with `bills`: bare arrays and records, the total in a header, PATCH. */
async function startRest(): Promise<{ rest: Rest; close(): void }> {
  const bills: Rest['bills'] = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    title: `Bill ${index + 1}`,
    amount: 1250 + ((index * 7) % 60) * 100,
    currency: 'EUR',
    status: index % 6 === 1 ? 'paid' : 'due',
    dueAt: Date.UTC(2026, 0, 1 + index),
    notes: 'kept',
  }))
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://any')
    let text = ''
    for await (const piece of request) text += piece
    const id = /^\/bills\/(\d+)$/.exec(pathname)?.[1]
    const found = bills.findIndex((bill) => String(bill['id']) === id)
    const answer = (body: unknown) => response.end(JSON.stringify(body))
    if (request.method === 'PATCH' && bills[found])
      return answer(Object.assign(bills[found], JSON.parse(text)))
    if (request.method === 'DELETE' && bills[found]) {
      bills.splice(found, 1)
      return answer({})
    }
    if (request.method !== 'GET' || pathname !== '/bills') return response.writeHead(404).end('{}')
    asked.push(query.toString())
    const key = query.get('_sort') ?? 'id'
    const words = query.get('q')?.toLowerCase() ?? ''
    const rows = bills
      .filter(({ status }) => !query.has('status') || query.getAll('status').includes(`${status}`))
      .filter((bill) => Object.values(bill).join('\n').toLowerCase().includes(words))
      .sort((a, b) => (Number(a[key]) || 0) - (Number(b[key]) || 0))
    if (query.get('_order') === 'desc') rows.reverse()
    const limit = Number(query.get('_limit') ?? 10)
    const first = (Number(query.get('_page') ?? 1) - 1) * limit
    response.setHeader('X-Total-Count', rows.length)
    return answer(rows.slice(first, first + limit))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { rest: { url, asked, bills }, close: () => void server.close().closeAllConnections() }
}

test('a REST server behind the adapter is enough to work with its bills', async ({
  page,
  rest,
  url,
}) => {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') thrown.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(url)
  await page.getByLabel(t('E-mail')).fill('ada@example.com')
  await page.getByLabel(t('Password'), { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()

  const rows = page.locator('[data-row]')
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: t('Bills') })
    .click()
  await expect(page.getByText(rangeOf(1, 25, 50))).toBeVisible()
  await page.getByRole('button', { name: t('Next page') }).click()
  await expect(page.getByText(rangeOf(26, 50, 50))).toBeVisible()
  await expect(rows).toHaveCount(25)
  expect(rest.asked).toContainEqual(expect.stringContaining('_page=2&_limit=25'))

  await page
    .getByRole('columnheader')
    .getByRole('button', { name: t('Amount') })
    .click()
  await expect(rows.first()).toContainText(money('EUR', 71.5))
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: t('Amount') })
    .click()
  await expect(rows.first()).toContainText(money('EUR', 12.5))
  expect(rest.asked).toContainEqual(expect.stringContaining('_order=desc&_sort=amount'))
  await expect(page.getByText(rangeOf(1, 25, 50))).toBeVisible()

  await page
    .getByRole('textbox', { name: t('Search {many}', { many: t('bills') }) })
    .fill('bill 60')
  await expect(page.getByText(rangeOf(1, 1, 1))).toBeVisible()
  await choose(page, 'Bill 60', t('Edit'))
  const form = openRecord(page)
  await form.getByRole('textbox', { name: t('Title') }).fill('Bill 60 of the hall')
  await form.getByRole('button', { name: saveOne('bill') }).click()
  await expect(form.getByText('Bill 60 of the hall').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Bill 60 of the hall')).toBeVisible()
  expect(rest.bills.at(-1)).toMatchObject({ id: 60, title: 'Bill 60 of the hall', notes: 'kept' })

  await choose(page, 'Bill 60 of the hall', t('Delete'))
  await expect(rows).toHaveCount(0)
  await expect.poll(() => rest.bills.length).toBe(59)
  await page.getByRole('textbox', { name: t('Search {many}', { many: t('bills') }) }).fill('')
  await expect(page.getByText(rangeOf(1, 25, 49))).toBeVisible()
  expect(thrown).toEqual([])
})
