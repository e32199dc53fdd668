import { test } from '@playwright/test'
import { write } from '../apps/server/src/db/write/write.ts'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { enter } from './lib/keyboard.ts'
import { t } from './lib/messages.ts'
import { makePeople, permitting, windowOf, withServer } from './lib/people.ts'
import { anyBox } from './lib/phrases.ts'
import { expect, withData } from './lib/steward.ts'

withServer('the replay of a role', (at) => {
  test('says by keyboard who would have been stopped, before it is saved', async ({ browser }) => {
    const { server } = at
    const permissions = permitting('Operations · Bills')
    const { role, people } = await makePeople(server, { name: 'Cashier', permissions }, 'Ada Ames')
    await withData(server, async (db) => {
      const [id = ''] = await create(db, 'bills', { number: 'HALL-1' })
      await write(db, { user: people[0]?.id ?? null, role }, async ({ lock, update }) => {
        const [bill] = await lock('bills', [id])
        if (bill) await update('bills', [bill], { notes: 'Paid in cash' })
      })
    })
    const page = await windowOf(browser, server, server.owner, `/roles/${role}`)
    const box = page.getByRole('checkbox', { name: anyBox('Bills', 'edit') })
    await box.focus()
    await page.keyboard.press('Space')
    await enter(page, page.getByRole('button', { name: t('Preview effect') }))
    const dialog = page.getByRole('dialog', { name: t('Effect of this change') })
    await enter(page, dialog.getByRole('button', { name: t('Replay the last 90 days') }))
    await expect(dialog.getByText(/1 person would have been stopped/)).toBeVisible()
    const table = dialog.getByRole('region', { name: t('Who would have been stopped') })
    await expect(table.getByText('Ada Ames')).toBeVisible()
    await enter(page, table.getByRole('button', { name: /^Show examples/ }))
    await expect(table.getByRole('link', { name: 'HALL-1' })).toBeVisible()
    await expectAccessible(page, 'the replay', '[role="dialog"]')
    await page.setViewportSize({ width: 390, height: 800 })
    await expectAccessible(page, 'the replay on a phone', '[role="dialog"]')
    const opened = page.waitForEvent('popup')
    await enter(page, table.getByRole('link', { name: 'HALL-1' }))
    await expect(await opened).toHaveURL(/\/audit-log\?/)
    await page.close()
  })

  test('says that nobody would have been stopped', async ({ browser }) => {
    const { server } = at
    const permissions = permitting('Operations · Tasks')
    const { role } = await makePeople(server, { name: 'Helper', permissions }, 'Bo Berg')
    const page = await windowOf(browser, server, server.owner, `/roles/${role}`)
    await page.getByRole('checkbox', { name: anyBox('Tasks', 'delete') }).focus()
    await page.keyboard.press('Space')
    await enter(page, page.getByRole('button', { name: t('Preview effect') }))
    const dialog = page.getByRole('dialog', { name: t('Effect of this change') })
    await enter(page, dialog.getByRole('button', { name: t('Replay the last 90 days') }))
    await expect(dialog.getByText(t('Nobody would have been stopped.'))).toBeVisible()
    await page.close()
  })
})
