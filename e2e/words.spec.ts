import type { Page } from '@playwright/test'
import { callServer, startWithMail, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { download, rows } from './lib/content.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

test.setTimeout(120_000)

let started: Awaited<ReturnType<typeof startWithMail>>
test.beforeAll(async () => {
  started = await startWithMail()
})
test.afterAll(() => started.server.stop())

/** Fills the fields of terms in one language. */
async function choose(page: Page, language: string, words: Readonly<Record<string, string>>) {
  await page.locator('main select').selectOption(language)
  for (const [form, word] of Object.entries(words))
    await page.getByRole('textbox', { name: form, exact: true }).fill(word)
}
const submit = (page: Page) => page.locator('main button[type=submit]').click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const navigation = (page: Page) => page.getByRole('navigation')

for (const [locale, of] of [
  [
    'en-GB',
    {
      words: {
        member: 'neighbour',
        members: 'neighbours',
        bill: 'invoice',
        bills: 'invoices',
        payer: 'debtor',
      },
      list: 'Neighbours',
      usual: 'Members',
      bills: 'Invoices',
      deleted: /^Invoice .+ deleted\.$/,
      remove: 'Delete',
      header: 'Debtor',
      exported: 'Export CSV',
    },
  ],
  [
    'de-DE',
    {
      words: {
        Mitglied: 'Nachbar',
        Mitglieder: 'Nachbarn',
        Rechnung: 'Quittung',
        Rechnungen: 'Quittungen',
        Zahler: 'Schuldner',
      },
      list: 'Nachbarn',
      usual: 'Mitglieder',
      bills: 'Quittungen',
      deleted: /^Quittung .+ gelöscht\.$/,
      remove: 'Löschen',
      header: 'Schuldner',
      exported: 'CSV-Export',
    },
  ],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('words of the community hold everywhere, and are taken back', async ({ page }) => {
      const { server } = started
      const language = locale.slice(0, 2)
      await openAs(page, server, '/words')
      await choose(page, language, of.words)
      await expect(
        page.locator('fieldset', { hasText: `1 ${Object.values(of.words)[0]}` }),
      ).toBeVisible()
      await expectAccessible(page, 'the words of the community')
      await submit(page)
      // Without a reload.
      await expect(navigation(page).getByRole('link', { name: of.bills })).toBeVisible()
      await page.goto(`${server.url}/users/members`)
      await expect(heading(page)).toContainText(of.list)
      await expect(page.locator('main')).not.toContainText(of.usual)

      await navigation(page).getByRole('link', { name: of.bills }).click()
      await expect(heading(page)).toContainText(of.bills)
      const file = await download(page, page.getByRole('button', { name: of.exported }))
      expect(file.text.split('\r\n')[0]?.split(',')).toContain(of.header)
      await page.locator(rows).first().locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: of.remove, exact: true }).click()
      await expect(page.getByText(of.deleted)).toBeVisible()

      await page.goto(`${server.url}/words`)
      await choose(
        page,
        language,
        Object.fromEntries(Object.keys(of.words).map((form) => [form, ''])),
      )
      await submit(page)
      await expect(navigation(page).getByRole('link', { name: of.bills })).toHaveCount(0)
      await page.goto(`${server.url}/users/members`)
      await expect(heading(page)).toContainText(of.usual)
    })
  })

test('e-mails have them', async ({ page }) => {
  const { server, mailbox } = started
  await openAs(page, server, '/words')
  await choose(page, 'en', { staff: 'crew' })
  await submit(page)
  await expect(page.locator('main button[type=submit]')).toBeDisabled()
  const token = await tokenOf(server, server.owner)
  const body = { name: 'Nadia', email: 'nadia@example.com', type: 'admin' }
  await callServer(server, 'users.create', { token, body })
  const mail = await mailbox.take('nadia@example.com', /account/)
  expect(mail.subject).toBe('Your crew account')
})
