import type { Page } from '@playwright/test'
import type { EndpointName } from '@steward/contract/calls/routes'
import { callServer, tokenOf } from './lib/accounts.ts'
import { choose, download, rows } from './lib/content.ts'
import { openRecord } from './lib/record.ts'
import { beSignedIn } from './lib/signed-in.ts'
import { expect, type Server, test } from './lib/steward.ts'

/** The owner at a page, and their calls without the browser. */
async function stage(page: Page, server: Server) {
  const token = await tokenOf(server, server.owner)
  await beSignedIn(page, server)
  return {
    call: (name: EndpointName, options: Parameters<typeof callServer>[2] = {}) =>
      callServer(server, name, { token, ...options }),
    open: async (path: string) => {
      await page.goto(`${server.url}/${path}`)
      await page.locator(rows).first().waitFor()
    },
  }
}

test('bills: totals of the filter are exact, in the decimals of each currency', async ({
  page,
  server,
}) => {
  const { call, open } = await stage(page, server)
  await open('bills?currency=KWD&currency=JPY')
  const { bills } = (await call('bills.list', {
    query: { currency: 'KWD', status: 'paid', limit: '100' },
  })) as { bills: { amount: number }[] }
  const minor = bills.reduce((all, { amount }) => all + BigInt(amount), 0n)
  const digits = `${minor / 1000n}`.replace(/\B(?=(\d{3})+$)/g, ',')
  const exact = `${digits}.${`${minor % 1000n}`.padStart(3, '0')}`
  const totals = page.getByRole('region', { name: 'Totals of these bills' })
  await expect(totals).toContainText(exact)
  await expect(totals).toContainText(/JP¥[\d,]+(?!\.)/)
  await expect(totals).not.toContainText('€')
})

test('bills: what can’t be is refused at its field; a payment sets its time', async ({
  page,
  server,
}) => {
  const { call, open } = await stage(page, server)
  type Due = { bills: { number: string }[] }
  const { bills } = (await call('bills.list', { query: { status: 'due' } })) as Due
  await open(`bills?search=${bills[0]?.number}`)
  const row = page.locator(rows).first()
  await choose(page, row, 'Edit')
  const form = openRecord(page)
  const save = form.getByRole('button', { name: 'Save bill' })
  const refuse = async (currency: string, amount: string, words: RegExp) => {
    await form.getByRole('combobox', { name: 'Currency' }).selectOption(currency)
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await save.click()
    await expect(form.getByText(words)).toBeVisible()
  }
  await refuse('JPY', '12.5', /no decimals|whole|decimal/)
  await refuse('EUR', '12.345', /decimal/)
  await form.getByRole('textbox', { name: 'Amount' }).fill('12.34')
  await form.getByLabel('Issued').fill('2026-05-02')
  await form.getByLabel('Due', { exact: true }).fill('2026-05-01')
  await save.click()
  await expect(form.getByText('Must not be before the issue date')).toBeVisible()
  await form.getByLabel('Due', { exact: true }).fill('2026-06-01')
  await form.getByRole('combobox', { name: 'Status' }).selectOption('paid')
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/bills/'),
  )
  await save.dblclick()
  const { data } = (await sent).postDataJSON()
  expect(data).toMatchObject({ amount: 1234, currency: 'EUR', status: 'paid' })
  await expect(form.getByText(/€12\.34/).first()).toBeVisible()
  await expect(form.getByText(/\(now\)/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Paid')
})

test('a list becomes a file as it is filtered, sorted and shown, with no formula', async ({
  page,
  server,
}) => {
  const { call, open } = await stage(page, server)
  type Bills = { bills: { _id: string }[] }
  const { bills } = (await call('bills.list', { query: { status: 'void' } })) as Bills
  const id = bills[0]?._id ?? ''
  await call('bills.update', { params: { id }, body: { data: { title: '=1+1' } } })
  await open('bills?status=void&sort=-amount&columns=number&columns=title&columns=amount')
  const file = await download(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.name).toMatch(/^bills-\d{4}-\d\d-\d\d\.csv$/)
  const lines = file.text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
  expect(lines[0]?.split(',')).toEqual(expect.arrayContaining(['Number', 'Title', 'Amount']))
  expect(lines[0]).not.toContain('Payer')
  expect(lines).toHaveLength(bills.length + 1)
  expect(file.text).toContain("'=1+1")
})
