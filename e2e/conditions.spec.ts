import { type Page, test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf, typeCredentials } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { drawn, like, t, within } from './lib/messages.ts'
import { makePeople, permitting, rowOf, windowOf, withServer } from './lib/people.ts'
import { boxName, saveOne } from './lib/phrases.ts'
import { expect, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

/** Walks by Tab until what has the focus is called by a name. */
async function tabTo(page: Page, name: RegExp | string, most = 60): Promise<void> {
  const focused = page.locator(':focus')
  const wanted = page.getByLabel(name).or(page.getByRole('button', { name, exact: true }))
  for (let step = 0; step < most; step += 1) {
    if ((await focused.and(wanted).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn’t reach ${name}`)
}

withServer('conditions on permissions, by the keyboard alone', (at) => {
  test('an owner sets them, and whoever holds the role sees less', async ({ browser }) => {
    const { server } = at
    await withData(server, (db) =>
      create(
        db,
        'bills',
        { title: 'Small hall', amount: 40_000, currency: 'EUR', status: 'due' },
        { title: 'Small yard', amount: 1_000, currency: 'EUR', status: 'due', notes: 'by hand' },
        { title: 'Large hall', amount: 900_000, currency: 'EUR', status: 'due' },
      ),
    )
    const permissions = permitting('Operations · Bills')
    const name = 'Small bills'
    const { role, people } = await makePeople(server, { name, permissions }, 'Mo Derator')
    const [mo] = people
    if (!mo) throw new Error('nobody was made')

    const owner = await windowOf(browser, server, server.owner, `/roles/${role}`)
    await owner.getByRole('checkbox', { name: boxName('Bills', 'see the list') }).focus()
    await owner.keyboard.press('End')
    await expect(owner.locator(':focus')).toHaveText(
      drawn('Limit<unseen> {area}</unseen>…', { area: t('Bills') }),
    )
    await owner.keyboard.press('Enter')
    const dialog = owner.getByRole('dialog', { name: t('Limits of {area}', { area: t('Bills') }) })
    await expect(dialog.getByLabel(t('Condition for'))).toBeFocused()
    const scrolled = () => owner.evaluate(() => window.scrollY)
    const before = await scrolled()
    expect(before).toBeGreaterThan(0)
    await tabTo(owner, t('Add filter'))
    await owner.keyboard.press('Enter')
    await expect(owner.getByRole('combobox', { name: t('Filter by') })).toBeFocused()
    // The role behind the dialog stays where it is.
    expect(Math.abs((await scrolled()) - before)).toBeLessThan(100)
    await owner.keyboard.type(t('Amount'))
    await owner.keyboard.press('Enter')
    const operator = owner.getByLabel(t('{field}: how', { field: t('Amount') }))
    await expect(operator).toBeFocused()
    await operator.selectOption('max')
    await owner.keyboard.press('Tab')
    await owner.keyboard.type('500')
    await owner.keyboard.press('Enter')
    await expect(
      dialog.getByRole('button', { name: within('at most {max}', { max: '500.00' }) }).first(),
    ).toBeVisible()
    await tabTo(owner, t('Notes'))
    await owner.locator(':focus').selectOption('hidden')
    await tabTo(owner, t('Apply'))
    await owner.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const grid = owner.getByRole('grid', { name: t('Permissions') })
    const rule = t('without {fields}', { fields: t('Notes').toLowerCase() })
    await expect(grid.getByText(rule)).toBeVisible()

    // What it does to people is shown first.
    await tabTo(owner, t('Save'))
    await owner.keyboard.press('Enter')
    const effect = owner.getByRole('dialog', { name: t('Effect of this change') })
    await expect(effect.getByRole('button', { name: t('Save') })).toBeFocused()
    await expect(effect.getByText(within('{things}: some records or fields')).first()).toBeVisible()
    await owner.keyboard.press('Enter')
    await expect(owner.getByText(t('Role “{name}” saved', { name }))).toBeVisible()
    await owner.close()

    const page = await openWindow(browser, server.url)
    await page.goto('/')
    await typeCredentials(page, mo)
    await page.waitForURL(/\/bills/)
    await page.goto(`${server.url}/bills?filters=none`)
    await expect(page.getByText(within('Your role shows you {records}.'))).toBeVisible()
    await expect(page.locator('[data-row]')).toHaveCount(2)
    await expect(rowOf(page, 'Large hall')).toHaveCount(0)
    await rowOf(page, 'Small yard').locator('a, button').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const drawer = page.locator('[data-record]')
    await expect(drawer.getByRole('heading', { name: /Small/ })).toBeVisible()
    await expect(drawer.getByText(t('Notes'))).toHaveCount(0)
    await page.keyboard.press('e')
    const amount = page.getByLabel(t('Amount'), { exact: true })
    await expect(amount).toBeVisible()
    await expect(page.getByLabel(t('Notes'))).toBeHidden()

    // A change that would take it out of the person's sight is refused, with a reason.
    await amount.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('900')
    await page.keyboard.press('Tab')
    await tabTo(page, saveOne('bill'))
    await page.keyboard.press('Enter')
    await expect(
      page.getByText(
        like(
          'Your role permits “{permission}” for some {records} only, and this is, or would become, another one.',
          { records: t('bills') },
        ),
      ),
    ).toBeVisible()
    await page.close()
  })

  test('a read-only field is shown and can’t be changed, and a filter by a hidden one is left out', async ({
    browser,
  }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    await withData(server, (db) =>
      create(db, 'bills', { title: 'Town hall', amount: 9, status: 'due' }),
    )
    const permissions = permitting('Operations · Bills')
    const { role, people } = await makePeople(server, { name: 'Titles', permissions }, 'Ti Tel')
    const [ti] = people
    if (!ti) throw new Error('nobody was made')
    const ofBills = { module: 'Operations', submodule: 'Bills' }
    const fieldRules = [{ ...ofBills, hidden: ['payer'], readOnly: ['title'] }]
    await callServer(server, 'roles.update', { token, body: { _id: role, fieldRules } })
    const page = await windowOf(browser, server, ti, '/bills?payer=me')
    await expect(page.getByText('Town hall')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: t('Payer') })).toHaveCount(0)
    await page.getByText('Town hall').click()
    await page.keyboard.press('e')
    await expect(
      page.getByLabel(t('{field} (read-only with your role)', { field: t('Title') })),
    ).toBeDisabled()
    await page.close()
  })

  test('what they leave out is asked for where it is refused, of a record and of a form', async ({
    browser,
  }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    const [dear = ''] = await withData(server, (db) =>
      create(
        db,
        'bills',
        { title: 'Dear tower', amount: 900_000, status: 'due' },
        { title: 'Cheap tower', amount: 100, status: 'due' },
      ),
    )
    const permissions = permitting('Operations · Bills')
    const { role, people } = await makePeople(server, { name: 'Towers', permissions }, 'Asta Sker')
    const [asta] = people
    if (!asta) throw new Error('nobody was made')
    const where = { 'amount.max': '500' }
    const conditions = ['update', 'delete'].map((action) => ({
      module: 'Operations',
      submodule: 'Bills',
      action,
      where,
    }))
    await callServer(server, 'roles.update', { token, body: { _id: role, conditions } })

    const page = await windowOf(browser, server, asta, `/bills?search=tower&open=${dear}`)
    // One that was used may still be on its way out.
    const offer = page.getByRole('button', { name: t('Ask for this…') }).last()
    const dialog = page.getByRole('dialog', { name: t('Ask for a permission') })
    const what = dialog.getByLabel(t('What you want to do'))
    const drawer = page.locator('[data-record]')
    await expect(drawer.getByRole('button', { name: t('Edit') })).toBeVisible()

    await test.step('a record', async () => {
      await rowOf(page, 'Dear tower').first().focus()
      await page.keyboard.press('d')
      await expect(offer).toBeVisible()
      await expect(rowOf(page, 'Dear tower')).toBeVisible()
      await expectAccessible(page, 'a refusal that can be asked for')
      // What looked at it has hidden it for a moment.
      await expect(async () => {
        await page.keyboard.press('F8')
        await expect(offer).toBeFocused({ timeout: 100 })
      }).toPass()
      await page.keyboard.press('Enter')
      await expect(what).toBeFocused()
      await expect(what).toContainText(t('Delete'))
      await expect(dialog).toContainText(/B-/)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      // Which had it once the row was back.
      await expect(drawer.locator('[data-record-title]')).toBeFocused()
    })

    await test.step('a form', async () => {
      await page.keyboard.press('e')
      const notes = page.getByLabel(t('Notes'))
      await expect(notes).toBeVisible()
      await notes.focus()
      await page.keyboard.type('Checked')
      await tabTo(page, saveOne('bill'))
      await page.keyboard.press('Enter')
      await expect(offer).toBeVisible()
      const save = page.getByRole('button', { name: saveOne('bill') })
      await expect(save).toBeFocused()
      await page.keyboard.press('F8')
      await page.keyboard.press('Enter')
      await expect(what).toContainText(t('Edit'))
      await tabTo(page, t('Reason'))
      await page.keyboard.type('It was checked')
      await tabTo(page, t('Ask', {}, 'for a permission'))
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(save).toBeFocused()
      // What was typed stays, for when it is granted.
      await expect(notes).toHaveValue('Checked')
      const asked = await callServer(server, 'loans.list', { token })
      expect(asked).toMatchObject({ loans: [{ records: [dear], reason: 'It was checked' }] })
    })
    await page.close()
  })
})
