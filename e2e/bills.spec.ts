import type { Page } from '@playwright/test'
import type { EndpointName } from '@steward/contract/calls/routes'
import { callServer, tokenOf } from './lib/accounts.ts'
import { choose, download, rows } from './lib/content.ts'
import { t, within } from './lib/messages.ts'
import { money, saveOne, typed } from './lib/phrases.ts'
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
  const totals = page.getByRole('region', { name: t('Totals of these bills') })
  for (const [currency, decimals] of [
    ['KWD', 3],
    ['JPY', 0],
  ] as const) {
    const query = { currency, status: 'paid', limit: '100' }
    const { bills } = (await call('bills.list', { query })) as { bills: { amount: number }[] }
    const minor = `${bills.reduce((all, { amount }) => all + BigInt(amount), 0n)}`.padStart(4, '0')
    const at = minor.length - decimals
    const exact = `${minor.slice(0, at)}.${minor.slice(at)}` as `${number}`
    await expect(totals).toContainText(money(currency, exact))
  }
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
  await choose(page, row, t('Edit'))
  const form = openRecord(page)
  const save = form.getByRole('button', { name: saveOne('bill') })
  const refuse = async (currency: string, amount: string, words: string) => {
    await form.getByRole('combobox', { name: t('Currency') }).selectOption(currency)
    await form.getByRole('textbox', { name: t('Amount') }).fill(amount)
    await save.click()
    await expect(form.getByText(words)).toBeVisible()
  }
  const decimals = (currency: string, decimals: number) =>
    t('{currency} has {decimals, plural, =0 {no decimals} one {# decimal} other {# decimals}}', {
      currency,
      decimals,
    })
  await refuse('JPY', typed('12.5'), decimals('JPY', 0))
  await refuse('EUR', typed('12.345'), decimals('EUR', 2))
  await form.getByRole('textbox', { name: t('Amount') }).fill(typed('12.34'))
  await form.getByLabel(t('Issued')).fill('2026-05-02')
  await form.getByLabel(t('Due'), { exact: true }).fill('2026-05-01')
  await save.click()
  await expect(form.getByText(t('Must not be before the issue date'))).toBeVisible()
  await form.getByLabel(t('Due'), { exact: true }).fill('2026-06-01')
  await form.getByRole('combobox', { name: t('Status') }).selectOption('paid')
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/bills/'),
  )
  await save.dblclick()
  const { data } = (await sent).postDataJSON()
  expect(data).toMatchObject({ amount: 1234, currency: 'EUR', status: 'paid' })
  await expect(form.getByText(money('EUR', 12.34)).first()).toBeVisible()
  await expect(form.getByText(within('{date} ({away})', { away: t('now') })).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText(t('Paid', {}, 'a status'))
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
  const file = await download(page, page.getByRole('button', { name: t('Export CSV') }))
  expect(file.name).toMatch(/^bills-\d{4}-\d\d-\d\d\.csv$/)
  const lines = file.text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
  expect(lines[0]?.split(',')).toEqual(
    expect.arrayContaining([t('Number'), t('Title'), t('Amount')]),
  )
  expect(lines[0]).not.toContain(t('Payer'))
  expect(lines).toHaveLength(bills.length + 1)
  expect(file.text).toContain("'=1+1")
})
