import { test } from '@playwright/test'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { drawn, t } from './lib/messages.ts'
import { makePeople, permitting, windowOf, withServer } from './lib/people.ts'
import { expect } from './lib/steward.ts'

withServer('a dialog whose request fails', (at) => {
  test('keeps the focus and what was typed, and sends a double press once', async ({ browser }) => {
    const { server } = at
    const permissions = permitting('Operations · Bills')
    const { people } = await makePeople(server, { name: 'Cashier', permissions }, 'Ada Ames')
    const page = await windowOf(browser, server, server.owner, `/users/${people[0]?.id}`)
    await enter(page, page.getByRole('button', { name: t('Temporary role…') }))
    const name = drawn('A further role for {name}', { name: 'Ada Ames' })
    const dialog = page.getByRole('dialog', { name })
    const role = dialog.getByLabel(t('Role'))
    const give = dialog.getByRole('button', { name: t('Give role') })

    // What is missing has the focus.
    await expect(role).toBeFocused()
    await enter(page, give)
    await expect(role).toBeFocused()

    await role.selectOption({ index: 1 })
    await type(page, dialog.getByLabel(t('Reason')), 'Holidays')
    let sent = 0
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      sent += 1
      await new Promise((done) => setTimeout(done, 400))
      await route.fulfill({ status: 409, json: { message: 'Not now.' } })
    })
    await tabTo(page, give)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await tabTo(page, dialog.getByRole('button', { name: t('Cancel') }))
    await expect(dialog.getByText('Not now.')).toBeVisible()
    expect(sent).toBe(1)

    await enter(page, give)
    await expect(give).toBeDisabled()
    await expect(give).toBeFocused()
    await expect(dialog.getByLabel(t('Reason'))).toHaveValue('Holidays')
    await page.close()
  })
})
