import type { Browser, Page } from '@playwright/test'
import { areas } from '@steward/contract/areas/areas'
import { permission } from '@steward/contract/permissions/permissions'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { jobPanel } from './lib/content.ts'
import { chooseFile } from './lib/import-files.ts'
import { enter, tabTo, type, writeIn } from './lib/keyboard.ts'
import { t, within } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { type Credentials, expect, makeStaff, type Server, test, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

const bills = (['list', 'view', 'delete', 'restore', 'purge'] as const).map((action) =>
  permission('Operations', 'Bills', action),
)

const importing = (['list', 'view', 'create', 'import'] as const).map((action) =>
  permission('Operations', 'Bills', action),
)

/** Sets some rules, and turns the others off. */
async function setRules(server: Server, rules: { purge?: boolean; bulk?: number | null }) {
  const token = await tokenOf(server, server.owner)
  const { version } = (await callServer(server, 'consents.rules', { token })) as { version: number }
  const off = { purge: false, ownerRoles: false, exportPeople: false, bulk: null }
  const body = { ...off, ...rules, version }
  await callServer(server, 'consents.saveRules', { token, body })
}

const deletedBill = (server: Server, title: string) =>
  withData(server, async (db) => {
    const [id = ''] = await create(db, 'bills', { title, deleted_at: new Date().toISOString() })
    return id
  })

const exists = (server: Server, id: string) =>
  withData(server, async (db) => {
    const found = await db.selectFrom('bills').select('id').where('id', '=', id).execute()
    return found.length > 0
  })

async function open(browser: Browser, server: Server, path: string, who?: Credentials) {
  const page = await openWindow(browser)
  await openAs(page, server, path, who)
  return page
}

const deleteForGood = async (page: Page) => {
  await enter(page, page.getByRole('button', { name: t('Delete permanently') }).first())
  const question = page.getByRole('dialog').last()
  await enter(page, question.getByRole('button', { name: t('Delete permanently') }))
  return page.getByRole('dialog', { name: t('A second person has to agree') })
}

test('two people delete permanently, by keyboard alone', async ({ browser, page, server }) => {
  // The owner turns the rule on.
  await openAs(page, server, '/approvals/rules')
  const purge = page.getByLabel(t('Deleting permanently'), { exact: true })
  await tabTo(page, purge)
  await page.keyboard.press('Space')
  await expectAccessibleEverywhere(page, 'the rules')
  await enter(page, page.getByRole('button', { name: t('Save'), exact: true }))
  const password = page.getByLabel(t('Password'), { exact: true })
  await expect(page.getByText(t('Rules saved')).or(password)).toBeVisible()

  const colleague = await makeStaff(server, bills)
  const other = await open(browser, server, '/approvals', colleague)
  await expect(other.getByText(t('Nothing waits for your consent.'))).toBeVisible()

  // One asks, and keeps the page open: it is done once the other agrees.
  const id = await deletedBill(server, 'Old invoice')
  await page.goto(`${server.url}/bills?deleted=only&open=${id}`)
  const ask = await deleteForGood(page)
  await expectAccessibleEverywhere(page, 'the request for consent')
  await writeIn(page, ask.getByLabel(t('Your reason')), 'It was a mistake')
  await enter(page, ask.getByRole('button', { name: t('Ask for consent') }))
  await expect(page.getByRole('dialog', { name: t('Waiting for consent') })).toBeVisible()
  await expectAccessible(page, 'what waits')
  expect(await exists(server, id)).toBe(true)

  // The other sees it without a reload, with what would be gone.
  const review = other.getByRole('button', { name: new RegExp(`^${t('Review')}`) })
  await expect(review).toBeVisible({ timeout: 15_000 })
  await expect(other.getByRole('link', { name: t('Approvals') })).toContainText('1')
  await enter(other, review)
  const details = other.getByRole('dialog')
  await expect(details).toContainText('It was a mistake')
  await expect(details).toContainText('Old invoice')
  await expectAccessibleEverywhere(other, 'the details of a request')
  await enter(other, details.getByRole('button', { name: t('Agree'), exact: true }))
  await expect.poll(() => exists(server, id), { timeout: 15_000 }).toBe(false)
  await expect(page.getByRole('dialog', { name: t('Waiting for consent') })).toHaveCount(0)

  // Another time, the page is closed meanwhile: it is done later.
  const second = await deletedBill(server, 'Second invoice')
  await page.goto(`${server.url}/bills?deleted=only&open=${second}`)
  const again = await deleteForGood(page)
  await writeIn(page, again.getByLabel(t('Your reason')), 'This one, too')
  await enter(page, again.getByRole('button', { name: t('Ask for consent') }))
  await enter(page, page.getByRole('button', { name: t('Close and wait') }))
  await expect(page.getByText(/Waiting for consent: see/).first()).toBeVisible()
  await enter(other, review)
  await enter(other, other.getByRole('dialog').getByRole('button', { name: t('Agree') }))
  await expect(page.getByText(/has agreed to what you asked for/).first()).toBeVisible({
    timeout: 15_000,
  })
  await page.goto(`${server.url}/approvals/mine`)
  const now = page.getByRole('button', { name: new RegExp(`^${t('Do it now')}`) })
  await expectAccessibleEverywhere(page, 'one’s own requests')
  await enter(page, now)
  await expect.poll(() => exists(server, second)).toBe(false)

  // What is declined says why, and stays.
  const third = await deletedBill(server, 'Third invoice')
  await page.goto(`${server.url}/bills?deleted=only&open=${third}`)
  const last = await deleteForGood(page)
  await writeIn(page, last.getByLabel(t('Your reason')), 'And this')
  await enter(page, last.getByRole('button', { name: t('Ask for consent') }))
  await enter(other, review)
  await type(other, other.getByLabel(t('Your reason')), 'We need it')
  await enter(
    other,
    other.getByRole('dialog').getByRole('button', { name: t('Decline', {}, 'a request') }),
  )
  await expect(page.getByText(/has declined: We need it/)).toBeVisible({ timeout: 15_000 })
  expect(await exists(server, third)).toBe(true)

  await setRules(server, {})
  await other.close()
})

test('two people erase a person, whose job is shown', async ({ browser, page, server }) => {
  await setRules(server, { purge: true })
  const seeing = (['list', 'view'] as const).map((action) => permission('Users', 'Members', action))
  const erase = permission('System', 'Personal data', 'erase')
  const colleague = await makeStaff(server, [...seeing, erase])
  const name = 'Erica Erased'
  const [id = ''] = await withData(server, (db) => create(db, 'users', { name, type: 'member' }))
  const token = await tokenOf(server, server.owner)
  const body = { content: 'delete', reason: 'Asked for it', name }
  await callServer(server, 'consents.create', {
    token,
    body: { call: 'privacy.erase', params: { id }, body, reason: 'By letter' },
  })

  const other = await open(browser, server, '/approvals', colleague)
  await enter(other, other.getByRole('button', { name: new RegExp(`^${t('Review')}`) }))
  const details = other.getByRole('dialog', { name: t('Erase a person') })
  await expect(details).toContainText(name)
  await expect(details).toContainText(t('Goes: posts, shopping posts, comments and pictures'))
  await expectAccessibleEverywhere(other, 'the request to erase a person')
  await enter(other, details.getByRole('button', { name: t('Agree'), exact: true }))

  await openAs(page, server, '/approvals/mine')
  const act = t('Erase a person')
  await enter(page, page.getByRole('button', { name: t('Do it now: {act}', { act }) }))
  await expect(jobPanel(page).getByText(within('Erased rows and files: {count}'))).toBeVisible({
    timeout: 60_000,
  })

  await setRules(server, {})
  await other.close()
})

test('two people import a file with many rows', async ({ browser, page, server }) => {
  await setRules(server, { bulk: 2 })
  const colleague = await makeStaff(server, importing)
  const other = await open(browser, server, '/approvals', colleague)
  const review = other.getByRole('button', { name: new RegExp(`^${t('Review')}`) })
  const askFor = async (title: string) => {
    const lines = [0, 1, 2].map((n) => `${title} ${n},Somebody,${n + 1}.00 EUR`)
    const text = ['title,payer,amount', ...lines].join('\n')
    await page.goto(`${server.url}/import/bills`)
    await chooseFile(page, { name: 'rents.csv', text })
    const start = page.getByRole('button', { name: t('Import'), exact: true })
    await expect(start).toBeEnabled({ timeout: 60_000 })
    await enter(page, start)
    const ask = page.getByRole('dialog', { name: t('A second person has to agree') })
    await expect(ask).toContainText(act)
    await writeIn(page, ask.getByLabel(t('Your reason')), 'The rents of this year')
    await enter(page, ask.getByRole('button', { name: t('Ask for consent') }))
    await expect(page.getByRole('dialog', { name: t('Waiting for consent') })).toBeVisible()
  }
  const count = t(areas.bills.count, { count: 3 })
  const act = t('Import {records} from {file}', { records: count, file: 'rents.csv' })
  const agree = async (title: string) => {
    await expect(review).toBeVisible({ timeout: 15_000 })
    await enter(other, review)
    const details = other.getByRole('dialog', { name: act })
    await expect(details).toContainText(`${title} 2`)
    await expectAccessibleEverywhere(other, 'the details of an import')
    await enter(other, details.getByRole('button', { name: t('Agree'), exact: true }))
  }
  const imported = (title: string) =>
    withData(server, async (db) => {
      const found = await db.selectFrom('bills').select('id').where('title', 'like', `${title} %`)
      return (await found.execute()).length
    })

  // The page is open: it is done once the other agrees, and shows its progress.
  await openAs(page, server, '/import/bills')
  await askFor('Rent')
  expect(await imported('Rent')).toBe(0)
  await agree('Rent')
  await expect.poll(() => imported('Rent'), { timeout: 30_000 }).toBe(3)
  await expect(page.getByRole('button', { name: t('Import another file') })).toBeVisible({
    timeout: 30_000,
  })

  // It is closed meanwhile, and done later.
  await askFor('Heating')
  await enter(page, page.getByRole('button', { name: t('Close and wait') }))
  await agree('Heating')
  await page.goto(`${server.url}/approvals/mine`)
  await enter(page, page.getByRole('button', { name: t('Do it now: {act}', { act }) }))
  await expect.poll(() => imported('Heating'), { timeout: 30_000 }).toBe(3)

  await setRules(server, {})
  await other.close()
})
