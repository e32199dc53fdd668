import { t, within } from './lib/messages.ts'
import { anyActions, createOne, newOne, rangeOf } from './lib/phrases.ts'
import { atScale, onlyAtScale } from './lib/scale.ts'
import { openAs } from './lib/signed-in.ts'
import {
  lines,
  marked,
  noList,
  notShown,
  ofItsOwn,
  unreadable,
  words,
} from './spec-only-server/fault-words.ts'
import { expect, expectReadable, sendSignIn, test } from './spec-only-server/test.ts'

test.use({ specOnly: { fields: 'rich' } })

test.afterEach(({ thrown }) => {
  expect(thrown).toEqual([])
})

test.describe('writing', () => {
  test('a form keeps what was typed, says the words, and is saved at the next try', async ({
    page,
    server,
  }) => {
    const call = 'POST admin/category'
    await openAs(page, server, '/categories')
    await page.getByRole('button', { name: newOne('category') }).click()
    const name = page.getByRole('textbox', { name: t('Name'), exact: true })
    const save = page.getByRole('dialog').getByRole('button', { name: createOne('category') })
    await name.fill('Lamps')
    for (const [form, status, shown] of atScale(words, words.slice(0, 1))) {
      server.fail(call, { status, form, lines: ofItsOwn(form) })
      await save.click()
      for (const each of shown)
        await expect(page.getByText(marked(each, form), { exact: true }), form).toBeVisible()
      await expect(page.getByText(notShown), form).toHaveCount(0)
      await expect(name, form).toHaveValue('Lamps')
    }
    for (const [what, fault, shown] of unreadable.filter(([, { kind }]) => kind !== 'truncated')) {
      server.fault(call, fault)
      await save.click()
      await expect(page.getByText(shown).last(), what).toBeVisible()
      await expect(name, what).toHaveValue('Lamps')
    }
    server.heal()
    await save.click()
    await expect(page.getByRole('dialog', { name: newOne('category') })).toHaveCount(0)
    await expect(page.locator('[data-row]').first()).toContainText('Lamps')
    await expect(page.locator('[data-row]')).toHaveCount(6)
  })

  test('what was not deleted comes back, with the server’s words', async ({ page, server }) => {
    onlyAtScale(test)
    await openAs(page, server, '/posts')
    const row = page.locator('[data-row="p33"]')
    for (const [form, status, shown] of words) {
      server.fail('DELETE admin/post-feed/{id}', { status, form, lines: ofItsOwn(form) })
      await row.getByRole('button', { name: anyActions }).click()
      await page.getByRole('menuitem', { name: t('Delete') }).click()
      for (const each of shown)
        await expect(page.getByText(marked(each, form), { exact: true }), form).toBeVisible()
      await expect(row, form).toBeVisible()
      await expect(page.getByText(rangeOf(1, 25, 40)), form).toBeVisible()
    }
  })
})

test.describe('signing in', () => {
  onlyAtScale(test)
  const call = 'POST auth/admin-login'

  test('shows the words of a refusal, and works at the next try', async ({ page, server }) => {
    for (const [form, status, shown] of words) {
      server.fail(call, { status, form, lines })
      await sendSignIn(page, server)
      for (const each of shown) await expect(page.getByText(each, { exact: true })).toBeVisible()
      await expectReadable(page, form)
    }
    server.heal()
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('Dashboard') })).toBeVisible()
  })

  test('says what can’t be read, and works at the next try', async ({ page, server }) => {
    const noToken = within(
      'The sign-in was answered, but the answer has no {name}. Where it stands can be set as session.{name} in config.json.',
      { name: 'token' },
    )
    const cases = [...unreadable, ...noList.map(([name, fault]) => [name, fault, noToken] as const)]
    for (const [name, fault, shown] of cases) {
      server.fault(call, fault)
      await sendSignIn(page, server)
      await expect(page.getByText(shown), name).toBeVisible()
      await expectReadable(page, name)
    }
    server.heal()
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('Dashboard') })).toBeVisible()
  })

  test('is sent once, however long the server takes', async ({ page, server }) => {
    const heal = server.fault(call, { kind: 'hanging' })
    await sendSignIn(page, server)
    const password = page.getByLabel(t('Password'), { exact: true })
    await password.press('Enter')
    await password.press('Enter')
    await expectReadable(page, 'hanging')
    heal()
    await expect(page.getByRole('heading', { level: 1, name: t('Dashboard') })).toBeVisible()
    expect(server.takenOf(call)).toHaveLength(1)
  })
})
