import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { t, within } from './lib/messages.ts'
import { newOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test, withData } from './lib/steward.ts'

test('everything is found and opened by the keyboard alone', async ({ page, server }) => {
  const id = await withData(server, async (db) => {
    const [made = ''] = await create(db, 'tasks', { title: 'Oil the quokka gate' })
    return made
  })
  await openAs(page, server, '/bills')
  await page.getByRole('button', { name: t('Search everywhere') }).waitFor()
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('/')
  await expect(page.locator('[data-list-search]')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: t('Search everywhere') })
  await expect(field).toBeFocused()
  await expect(page.getByRole('group', { name: t('Go to') })).toBeVisible()
  await expectAccessible(page, 'the palette')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-list-search]')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('quokak')
  await expect(page.getByText(t('No exact matches. Showing similar results.'))).toBeVisible()
  await expect(
    page.getByRole('option', { name: within('similar to “{word}”', { word: 'quokka' }) }),
  ).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'what is found')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/tasks\\?.*open=${id}`))
  await expect(openRecord(page).getByRole('textbox', { name: t('New comment') })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  const last = page.getByRole('group', { name: t('Recently opened') }).getByRole('option')
  await expect(last).toHaveText(['Oil the quokka gate'])
  await expect(field).toBeFocused()
  await page.keyboard.insertText(newOne('category'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/categories\?.*edit=new/)
  await expect(page.getByRole('dialog', { name: newOne('category') })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveCount(0)
})

test('what is typed before the search is there is searched for, and is no key of the page', async ({
  page,
  server,
}) => {
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(/\/assets\/palette-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await openAs(page, server, '/bills?filters=none')
  const first = page.locator('[data-row]').first()
  await first.focus()
  const bill = await first.getAttribute('data-row')
  // Given up before it is there, nothing of it is left.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('dn')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  // Each of these is a key of a list or of its row: delete, new, filter.
  await page.keyboard.type('dnnf', { delay: 30 })
  await page.keyboard.press('Backspace')
  letCome()
  await expect(page.getByRole('combobox', { name: t('Search everywhere') })).toHaveValue('dnn')
  await page.keyboard.type('er')
  await expect(page.getByRole('combobox', { name: t('Search everywhere') })).toHaveValue('dnner')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/edit=new/)
  await expect(first).toHaveAttribute('data-row', `${bill}`)
})
