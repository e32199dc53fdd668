import { permission } from '@steward/contract/permissions/permissions'
import { alongLines } from './lib/keyboard.ts'
import { t } from './lib/messages.ts'
import { anyActions, createOne, money, newOne, saveOne, typed } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, test } from './lib/steward.ts'

const rows = '[data-row]'

test('a deleted post leaves the list at once and comes back by Undo', async ({ page, server }) => {
  await openAs(page, server, '/posts')
  const first = page.locator(rows).first()
  const id = await first.getAttribute('data-row')
  await first.getByRole('button', { name: anyActions }).click()
  const item = page.getByRole('menuitem', { name: t('Delete') })
  // Its sheet stands before the one of plain buttons, which must not take its padding (WCAG 2.5.8).
  expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  await item.click()
  await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0)
  await page.getByRole('button', { name: t('Undo') }).click()
  await expect(page.locator(`[data-row="${id}"]`)).toBeVisible()
})

test('a refused deletion is put back with the server’s words', async ({ page, server }) => {
  await openAs(page, server, '/posts')
  await page.route('**/api/admin/post-feed/*', (route) =>
    route.fulfill({ status: 409, json: { message: 'Not this one', code: 'conflict' } }),
  )
  const first = page.locator(rows).first()
  const id = await first.getAttribute('data-row')
  await first.getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: t('Delete') }).click()
  await expect(page.getByText('Not this one')).toBeVisible()
  await expect(page.locator(`[data-row="${id}"]`)).toBeVisible()
})

test('shopping posts are deleted and restored in place, on their page', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/shopping-posts?includeDeleted=true&status=available')
  const id = await page.locator(`${rows}:not([data-gone])`).first().getAttribute('data-row')
  const row = page.locator(`[data-row="${id}"]`)
  await row.getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: t('Delete') }).click()
  await expect(row).toHaveAttribute('data-gone', 'true')
  await row.getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: t('Restore') }).click()
  await expect(row).not.toHaveAttribute('data-gone', 'true')
  expect(page.url()).toContain('includeDeleted=true')
})

test('a bill is edited in its drawer, its amount read digit by digit', async ({ page, server }) => {
  await openAs(page, server, '/bills?filters=none')
  await expect(page.getByRole('region', { name: t('Totals of these bills') })).toContainText('€')
  const row = page.locator(rows).first()
  await row.getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: t('Edit') }).click()
  const drawer = openRecord(page)
  const amount = drawer.getByRole('textbox', { name: t('Amount') })
  await drawer.getByRole('combobox', { name: t('Currency') }).selectOption('KWD')
  const refused = [
    ['1e9', t('Enter all digits without an exponent')],
    ['-5', t('Must be 0 or more')],
    ['12.345 EUR', t('Enter only the number. The currency has its own field')],
    ['١٢', t('Use only the digits 0 to 9')],
  ] as const
  for (const [typed, words] of refused) {
    await amount.fill(typed)
    await drawer.getByRole('button', { name: saveOne('bill') }).click()
    await expect(drawer.getByText(words)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('Stay') }).click()
  await amount.fill(typed('77.125'))
  await drawer.getByRole('combobox', { name: t('Status') }).selectOption('paid')
  await drawer.getByRole('button', { name: saveOne('bill') }).click()
  await expect(drawer.getByText(money('KWD', 77.125))).toBeVisible()
  await drawer.getByRole('button', { name: t('Edit') }).press('Enter')
  await expect(drawer.getByRole('textbox', { name: t('Number') })).toBeFocused()
  await drawer.getByRole('button', { name: t('Cancel') }).press('Enter')
  await expect(drawer.getByRole('heading').first()).toBeFocused()
  await expect(page).not.toHaveURL(/edit=/)
  await page.keyboard.press('Escape')
  await expect(row).toContainText(t('Paid', {}, 'a status'))
})

test('a bill that somebody else has saved meanwhile is not overwritten', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, '/bills')
  const id = await page.locator(rows).nth(1).getAttribute('data-row')
  const form = `${server.url}/bills?open=${id}&edit=${id}`
  const other = await context.newPage()
  for (const [tab, title] of [
    [page, 'Mine'],
    [other, 'Theirs'],
  ] as const) {
    await tab.goto(form)
    await tab.getByRole('textbox', { name: t('Title') }).fill(title)
  }
  await other.getByRole('button', { name: saveOne('bill') }).click()
  await expect(other.getByRole('heading', { name: /Theirs/ })).toBeVisible()
  await page.getByRole('button', { name: saveOne('bill') }).click()
  await expect(
    page.getByRole('radio', {
      name: t('{field}: theirs, {value}', { field: t('Title'), value: 'Theirs' }),
    }),
  ).toBeVisible()
  await page.getByRole('button', { name: t('Save these choices') }).click()
  await expect(page.getByRole('heading', { name: /Mine/ })).toBeVisible()
})

test('a new category lands on top, and is moved by keyboard', async ({ page, server }) => {
  await openAs(page, server, '/categories?sort=-name')
  await page.locator(rows).first().waitFor()
  await page.getByRole('button', { name: newOne('category') }).click()
  await page.getByRole('textbox', { name: t('Name') }).fill('Zebra crossing')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: createOne('category') })
    .click()
  await expect(page.locator(rows).first()).toContainText('Zebra crossing')
  await page.getByRole('link', { name: t('Tree') }).click()
  const item = page.getByRole('treeitem', { name: 'Zebra crossing' })
  await item.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(item).toHaveAttribute('aria-posinset', '2')
  await page.keyboard.press(`Alt+${alongLines('ArrowRight')}`)
  await expect(item).toHaveAttribute('aria-level', '2')
  await expect(item).toBeFocused()
})

test('what is typed while a slow server saves is not lost', async ({ page, server }) => {
  await openAs(page, server, '/categories')
  await page.locator(rows).first().waitFor()
  let letGo = () => {}
  const held = async (method: string) => {
    const waiting = new Promise<void>((done) => {
      letGo = done
    })
    await page.route(/\/api\/admin\/categor/, async (route) => {
      if (route.request().method() === method) await waiting
      await route.continue()
    })
  }
  await held('POST')
  await page.getByRole('button', { name: newOne('category') }).click()
  const form = page.getByRole('dialog')
  const field = (name: string) => form.getByRole('textbox', { name })
  await field(t('Name')).fill('Slow')
  await form.getByRole('button', { name: createOne('category') }).click()
  await field(t('Description')).fill('Typed while it was made')
  letGo()
  const save = form.getByRole('button', { name: saveOne('category') })
  await expect(save).toBeEnabled()
  await expect(field(t('Description'))).toHaveValue('Typed while it was made')
  await page.unrouteAll()
  await held('PUT')
  await save.click()
  await field(t('Name')).fill('Slower')
  letGo()
  await expect(page.getByText('Slow', { exact: true }).first()).toBeVisible()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(form).toHaveCount(0)
  const made = page.locator(rows).filter({ hasText: 'Slower' })
  await expect(made).toHaveCount(1)
  await made.click()
  await expect(openRecord(page).getByText('Typed while it was made')).toBeVisible()
})

test('who may only list sees nothing to change', async ({ page, server }) => {
  const who = await makeStaff(server, [permission('Operations', 'Bills', 'list')])
  await openAs(page, server, '/bills', who)
  await page.locator(rows).first().waitFor()
  await expect(page.getByRole('button', { name: anyActions })).toHaveCount(0)
  await page.getByLabel(t('Select all rows of this page')).check()
  await expect(
    page
      .getByRole('toolbar', { name: t('Selected rows') })
      .getByRole('button', { name: t('Delete') }),
  ).toHaveCount(0)
})
