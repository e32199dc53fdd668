import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { jobPanel } from './lib/content.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { t, within } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, startServer, test, withData } from './lib/steward.ts'

test.setTimeout(240_000)

const name = 'Wilhelmina Ødegård'
let server: Server
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const button = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true })

/** Goes to an item of the open menu by the arrow keys and presses Enter on it. */
async function choose(page: Page, label: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: label, exact: true })
  await expect(item).toBeVisible()
  for (let steps = 0; steps < 5; steps += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

test('a person is exported and erased by keyboard alone', async ({ page }) => {
  const id = await withData(server, async (db) => {
    const [person = ''] = await create(db, 'users', { name, email: 'wilhelmina@harbour.example' })
    await create(db, 'posts', { author_id: person, text: `Yours, ${name}` })
    await create(db, 'bills', { payer_id: person, payer_name: name })
    return person
  })
  await openAs(page, server, `/users/${id}`)
  const menu = button(page, t('Personal data'))

  await enter(page, menu)
  const downloading = page.waitForEvent('download')
  await choose(page, t('Export as a web page'))
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`person-${id}.html`)
  const html = await readFile(await file.path(), 'utf8')
  expect(html).toContain(name)
  expect(html).not.toContain('<script')

  await enter(page, menu)
  await expectAccessible(page, 'the menu of personal data')
  await choose(page, t('Erase…'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').filter({ hasText: t('Feed posts') })).toBeVisible()
  await expectAccessible(page, 'the dialog that erases a person')
  // The choice is a group of radio buttons, which the arrow keys move through.
  await tabTo(page, dialog.getByRole('radio', { name: t('Stays, under “Erased person”') }))
  await page.keyboard.press('ArrowDown')
  await expect(
    dialog.getByRole('radio', { name: t('Goes: posts, shopping posts, comments and pictures') }),
  ).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await enter(page, dialog.getByRole('button', { name: t('Erase'), exact: true }))
  await expect(dialog.getByText(t('Say why'))).toBeVisible()
  await type(page, dialog.getByLabel(t('Reason')), 'Asked for it')
  await type(page, dialog.getByLabel(t('Type the name to confirm: {name}', { name })), name)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(jobPanel(page).getByText(within('Erased rows and files: {count}'))).toBeVisible({
    timeout: 60_000,
  })

  await page.goto(`${server.url}/posts`)
  await expect(page.getByText('Erased person').first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await page.goto(`${server.url}/personal-data`)
  const done = page.getByRole('list', { name: t('Erasures') }).getByRole('listitem')
  await expect(done).toHaveCount(1)
  await expect(done).toContainText(t('Done'))
})

test('how long things are kept is set by keyboard alone', async ({ page }) => {
  await openAs(page, server, '/personal-data')
  await expect(page.getByRole('heading', { level: 1, name: t('Personal data') })).toBeVisible()
  const days = page.getByLabel(
    t('Days that are kept: {what}', { what: t('Names in the audit log') }),
  )
  await expect(days).toBeVisible()
  await expectAccessible(page, 'personal data')
  await type(page, days, '365')
  await enter(page, button(page, t('Save')))
  await expect(page.getByText(t('Saved how long personal data is kept'))).toBeVisible()
  await page.reload()
  await expect(days).toHaveValue(/365/)
})
