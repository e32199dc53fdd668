import { test } from '@playwright/test'
import { callServer, tokenOf } from './lib/accounts.ts'
import { drawn, like, t, within } from './lib/messages.ts'
import { choose, makePeople, permitting, rowOf, windowOf, withServer } from './lib/people.ts'
import { anyBox, enterA } from './lib/phrases.ts'
import { expect, type Server } from './lib/steward.ts'

/** Makes a role through the API. @returns its id */
async function made(server: Server, token: string, name: string): Promise<string> {
  const permissions = permitting('Operations · Bills')
  const body = { name, description: 'As it was', permissions }
  return ((await callServer(server, 'roles.create', { token, body })) as { _id: string })._id
}

withServer('roles', (at) => {
  test('stand in three lists, each searched by a trimmed name', async ({ browser }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    await made(server, token, 'Winter crew')
    const asleep = await made(server, token, 'Summer crew')
    const gone = await made(server, token, 'Old crew')
    const body = { _id: asleep, status: 'inactive' }
    await callServer(server, 'roles.updateStatus', { token, body })
    await callServer(server, 'roles.delete', { token, params: { id: gone } })
    const page = await windowOf(browser, server, server.owner, '/roles')
    const rows = page.locator('[data-row]')
    const search = page.getByRole('textbox', { name: within('Search {many}') })
    const sent = async (path: string, typed: string) => {
      const request = page.waitForRequest(
        (each) => each.url().includes(`${path}?`) && each.url().includes('crew'),
      )
      await search.fill(typed)
      return Object.fromEntries(new URL((await request).url()).searchParams)
    }
    // Only those of the other two lists are trimmed; the server minds no blanks.
    expect(await sent('all/role', '  crew ')).toEqual({ name: '  crew ' })
    await expect(rows).toHaveText([/Summer crew/, /Winter crew/])
    const tabs = page.getByRole('navigation', { name: t('Roles') })
    await tabs.getByRole('link', { name: t('Inactive', {}, 'roles') }).click()
    expect(await sent('get-all-inactive/role', '  crew ')).toMatchObject({ name: 'crew' })
    await expect(rows).toHaveText([/Summer crew/])
    await tabs.getByRole('link', { name: t('Deleted', {}, 'roles') }).click()
    expect(await sent('get-all-deleted/role', ' crew')).toMatchObject({ name: 'crew' })
    await expect(rows).toHaveText([/Old crew/])
    await page.close()
  })

  test('are copied, changed and compared', async ({ browser }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    const [one, other] = [await made(server, token, 'Cashier'), await made(server, token, 'Clerk')]
    const page = await windowOf(browser, server, server.owner, '/roles')
    const copy = drawn('{name} copy', { name: 'Cashier' })
    await choose(page, 'Cashier', t('Duplicate'))
    await expect(
      page.getByRole('heading', { name: t('Copy of {name}', { name: 'Cashier' }) }),
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: t('Name') })).toHaveValue(copy)
    await page.getByRole('checkbox', { name: anyBox('Bills', 'delete') }).uncheck()
    await page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
    await page.getByRole('button', { name: t('Create role') }).dblclick()
    await expect(rowOf(page, copy)).toHaveCount(1)

    for (const name of ['Clerk', copy])
      await rowOf(page, name).getByLabel(like('Select {record}')).check()
    await page.getByRole('button', { name: t('Compare') }).click()
    const sum = page.getByRole('main').getByRole('status').first()
    await expect(sum).toHaveText(
      like(
        '{onlyA, plural, one {# permission} other {# permissions}} only in {nameA}, {onlyB} only in {nameB}, {both} in both',
        { onlyA: 1, onlyB: 1, both: 5 },
      ),
    )
    await expect(page.getByRole('row', { name: new RegExp(t('Bills')) })).toContainText(t('delete'))
    await page.goto(`/roles/compare?a=${one}&b=${other}`)
    await expect(sum).toHaveText(
      t(
        '{count, plural, one {Both have the same # permission.} other {Both have the same # permissions.}}',
        { count: 6 },
      ),
    )
    await page.close()
  })

  test('are set inactive, deleted and restored; a taken name is said clearly', async ({
    browser,
  }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    await made(server, token, 'Verger')
    const page = await windowOf(browser, server, server.owner, '/roles')
    await choose(page, 'Verger', t('Deactivate'))
    await expect(rowOf(page, 'Verger')).toContainText(t('Inactive', {}, 'a status'))
    await page.getByRole('button', { name: t('Undo') }).click()
    await expect(rowOf(page, 'Verger')).toContainText(t('Active', {}, 'a status'))
    await choose(page, 'Verger', t('Delete'))
    await expect(rowOf(page, 'Verger')).toHaveCount(0)
    await page
      .getByRole('button', { name: t('Undo') })
      .last()
      .click()
    await expect(rowOf(page, 'Verger')).toBeVisible()
    await choose(page, 'Verger', t('Delete'))
    await expect(
      page.getByText(t('Role “{name}” deleted', { name: 'Verger' })).last(),
    ).toBeVisible()
    await made(server, token, 'ＶＥＲＧＥＲ')
    await page.goto('/roles/deleted')
    await choose(page, 'Verger', t('Restore'))
    await expect(
      page.getByText(
        t('Another role now has this name. Rename that one first, then restore this one.'),
      ),
    ).toBeVisible()
    await expect(rowOf(page, 'Verger')).toBeVisible()
    await page.close()
  })

  test('that people work with are not deleted', async ({ browser }) => {
    const { server } = at
    const role = { name: 'Busy', permissions: permitting('Operations') }
    await makePeople(server, role, 'Bea Busy', 'Ben Busy')
    const page = await windowOf(browser, server, server.owner, '/roles')
    await choose(page, 'Busy', t('Delete'))
    const words = t(
      '{count, plural, one {# active admin holds} other {# active admins hold}} the role “{role}”. Give them another role first, or deactivate the role instead.',
      { count: 2, role: 'Busy' },
    )
    await expect(page.getByText(words)).toBeVisible()
    await expect(rowOf(page, 'Busy')).toBeVisible()
    await page.close()
  })

  test('keep what two people changed at once', async ({ browser }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    const id = await made(server, token, 'Shared')
    const mine = await windowOf(browser, server, server.owner, `/roles/${id}`)
    const theirs = await windowOf(browser, server, server.owner, `/roles/${id}`)
    await theirs.getByLabel(t('Description')).fill('As they want it')
    await theirs.getByRole('checkbox', { name: anyBox('Bills', 'import') }).uncheck()
    await mine.getByRole('textbox', { name: t('Name') }).fill('Shared by us')
    await mine.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
    await theirs.getByRole('button', { name: t('Save'), exact: true }).click()
    await expect(theirs.getByText(t('Role “{name}” saved', { name: 'Shared' }))).toBeVisible()
    await mine.getByRole('button', { name: t('Save'), exact: true }).click()
    const merged = t('{person} also changed {fields}. Both changes are kept.', {
      person: 'Owner',
      fields: [t('Description'), t('Permissions')],
    })
    await expect(mine.getByText(merged)).toBeVisible()
    await expect(mine.getByRole('heading', { name: 'Shared by us' })).toBeVisible()
    await expect(mine.getByLabel(t('Description'))).toHaveValue('As they want it')
    await expect(mine.getByRole('checkbox', { name: anyBox('Bills', 'import') })).not.toBeChecked()
    await expect(
      mine.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }),
    ).toBeChecked()
    await mine.close()
    await theirs.close()
  })

  test('with a bad name are refused at the field, and nothing typed is lost', async ({
    browser,
  }) => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    await made(server, token, 'Café 🎪 مشرف')
    const page = await windowOf(browser, server, server.owner, '/roles/new')
    const name = page.getByRole('textbox', { name: t('Name') })
    const refused = [
      ['', enterA('Name')],
      ['  CAFE\u0301 🎪 مشرف ', t('Another role already has this name. Choose another name.')],
      [
        'a'.repeat(201),
        t('{most, plural, one {Enter at most # character} other {Enter at most # characters}}', {
          most: 200,
        }),
      ],
    ] as const
    await page.getByLabel(t('Description')).fill('Typed with care')
    await page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
    for (const [typed, words] of refused) {
      await name.fill(typed)
      await page.getByRole('button', { name: t('Create role') }).click()
      await expect(page.getByText(words)).toBeVisible()
    }
    await expect(page.getByLabel(t('Description'))).toHaveValue('Typed with care')
    await expect(
      page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }),
    ).toBeChecked()
    await name.fill('مشرف المنتدى العام والسوق والفعاليات 🎪🧕')
    await page.getByRole('button', { name: t('Create role') }).click()
    await expect(rowOf(page, 'مشرف المنتدى العام')).toBeVisible()
    await page.close()
  })
})
