import { test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { expectAccessible } from './lib/axe.ts'
import {
  choose,
  makePeople,
  permitting,
  rowOf,
  statesOf,
  windowOf,
  withServer,
} from './lib/people.ts'
import { expect, signIn, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

withServer('users', (at) => {
  test('are created with every field, role and picture; all that is wrong is said at once', async ({
    browser,
  }) => {
    const { server } = at
    await makePeople(server, { name: 'Helper', permissions: permitting('Dashboard') })
    const page = await windowOf(browser, server, server.owner, '/users/new?type=admin')
    const field = (label: string) => page.getByRole('textbox', { name: label })
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Enter a name')).toBeVisible()
    await expect(page.getByText('An admin needs an e-mail address')).toBeVisible()
    await expect(field('Name')).toBeFocused()

    await field('Name').fill('Nora Ünal')
    await field('E-mail').fill('Owner@Example.com')
    await field('Phone').fill('+90 555 0100'.repeat(20))
    await field('Location').fill('y'.repeat(201))
    await field('About').fill('Speaks three languages')
    await field('Password').fill('short')
    await page.getByLabel('Role').selectOption('Helper')
    await page.getByLabel('Shopping feed').selectOption('inactive')
    await page.locator('input[type=file]').setInputFiles({
      name: 'nora.jpg',
      mimeType: 'image/jpeg',
      buffer: await redAndBlue(300, 500).jpeg().toBuffer(),
    })
    await page.getByRole('button', { name: 'Use picture' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Enter at most 200 characters')).toHaveCount(2)
    await expect(field('Phone')).toBeFocused()
    await expect(page.getByText('Enter at least 10 characters')).toBeVisible()
    await field('Password').fill('three calm green boats')
    await field('Phone').fill('+90 555 0100')
    await field('Location').fill('Izmir')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Another account already uses this e-mail address.')).toBeVisible()
    await expect(field('E-mail')).toBeFocused()
    await expect(field('About')).toHaveValue('Speaks three languages')
    await expect(field('Password')).toHaveValue('three calm green boats')
    await field('E-mail').fill('nora@example.com')
    await page.getByRole('button', { name: 'Create' }).dblclick()
    await expect(rowOf(page, 'Nora Ünal')).toHaveCount(1)
    await choose(page, 'Nora Ünal', 'Open page')
    for (const words of ['nora@example.com', '+90 555 0100', 'Izmir', 'Speaks three languages'])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open shopping feed' })).toBeVisible()
    await expect(page.getByRole('main').locator('img')).toHaveJSProperty('naturalWidth', 300)

    const other = await openWindow(browser, server.url)
    await signIn(other, server, { email: 'nora@example.com', password: 'three calm green boats' })
    await other.close()
    await page.close()
  })

  test('keep what two people changed at once', async ({ browser }) => {
    const { server } = at
    const [id] = await withData(server, (db) => create(db, 'users', { name: 'Vic Two' }))
    const mine = await windowOf(browser, server, server.owner, `/users/${id}/edit`)
    const theirs = await windowOf(browser, server, server.owner, `/users/${id}/edit`)
    await theirs.getByLabel('Location').fill('Bergen')
    await theirs.getByLabel('Phone').fill('111')
    await mine.getByLabel('Phone').fill('222')
    await mine.getByLabel('About').fill('Mine')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs.getByText('Bergen')).toBeVisible()
    await mine.getByRole('button', { name: 'Save' }).click()
    const dialog = mine.getByRole('dialog', { name: 'Somebody else changed this person' })
    await expect(dialog.getByRole('row', { name: /Phone/ }).getByRole('cell')).toHaveText([
      '222',
      '111',
    ])
    await expect(dialog).toContainText('Only they changed Location, which is kept.')
    await dialog.getByRole('button', { name: 'Save these choices' }).click()
    for (const words of ['222', 'Bergen', 'Mine'])
      await expect(mine.getByText(words, { exact: true })).toBeVisible()
    await mine.close()
    await theirs.close()
  })

  test('ask for the password before one’s own e-mail address is changed', async ({ browser }) => {
    const { server } = at
    const role = { name: 'User keeper', permissions: permitting('Dashboard', 'Users') }
    const { people } = await makePeople(server, role, 'Own Address')
    const me = people[0] as (typeof people)[number]
    const page = await windowOf(browser, server, me, `/users/${me.id}/edit`)
    const save = page.getByRole('button', { name: 'Save' })
    const email = page.getByRole('textbox', { name: 'E-mail' })
    const password = page.getByLabel('Your password')
    await email.fill('another@example.com')
    await expect(password).toHaveCount(0)
    await save.click()
    await expect(password).toBeFocused()
    await expect(page.getByText('Is required to change your own e-mail address')).toBeVisible()
    await expectAccessible(page, 'the question for the own password')
    await password.fill('not this one')
    await password.fill('')
    await expect(password).toBeVisible()
    await password.fill('not this one')
    await save.click()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveValue('another@example.com')
    await password.fill(me.password)
    await save.click()
    await expect(page.getByText('another@example.com', { exact: true })).toBeVisible()
    await page.close()
  })

  test('are switched at once, and back where the server refuses', async ({ browser }) => {
    const { server } = at
    await withData(server, (db) => create(db, 'users', { name: 'Tog Gel' }))
    const page = await windowOf(browser, server, server.owner, '/users/members')
    const states = statesOf(page, 'Tog Gel')
    let answer = () => {}
    const held = new Promise<void>((done) => {
      answer = done
    })
    for (const path of ['**/user/change/status/*', '**/shopping-feed/status'])
      await page.route(path, async (route) => {
        await held
        await route.fulfill({ status: 409, json: { message: 'Not today', code: 'conflict' } })
      })
    await choose(page, 'Tog Gel', 'Deactivate')
    await choose(page, 'Tog Gel', 'Close shopping feed')
    await expect(states).toHaveText(['Inactive', 'Closed'])
    answer()
    await expect(states).toHaveText(['Active', 'Open'])
    await expect(page.getByText('Not today')).toHaveCount(2)
    await page.unrouteAll()
    await choose(page, 'Tog Gel', 'Close shopping feed')
    await expect(page.getByText('Shopping feed of Tog Gel closed')).toBeVisible()
    await page.reload()
    await expect(states).toHaveText(['Active', 'Closed'])
    await page.close()
  })

  test('are deleted and brought back by Undo', async ({ browser }) => {
    const { server } = at
    await withData(server, (db) => create(db, 'users', { name: 'Del Eted' }))
    const page = await windowOf(browser, server, server.owner, '/users/members')
    await choose(page, 'Del Eted', 'Delete')
    await expect(rowOf(page, 'Del Eted')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(page, 'Del Eted')).toBeVisible()
    await page.reload()
    await choose(page, 'Del Eted', 'Open page')
    await expect(page.getByRole('heading', { name: 'Del Eted' })).toBeVisible()
    await page.close()
  })

  test('have a page with all that is theirs, and nobody else’s', async ({ browser }) => {
    const { server } = at
    const id = await withData(server, async (db) => {
      const [id = '', other = ''] = await create(db, 'users', { name: 'Pat Full' }, {})
      for (const [of, whose] of [
        [id, 'own'],
        [other, 'foreign'],
      ] as const) {
        await create(db, 'posts', { author_id: of, text: `An ${whose} post` })
        await create(db, 'bills', { payer_id: of, title: `An ${whose} bill` })
        await create(db, 'tasks', { assignee_id: of, title: `An ${whose} task` })
        await create(db, 'shopping_posts', { seller_id: of, title: `An ${whose} offer` })
        await create(db, 'events', { host_id: of, title: `An ${whose} event` })
      }
      return id
    })
    const page = await windowOf(browser, server, server.owner, `/users/${id}`)
    const tabs = page.getByRole('navigation', { name: 'Parts of this person' })
    for (const [tab, words] of [
      ['Posts', 'An own post'],
      ['Bills', 'An own bill'],
      ['Tasks', 'An own task'],
      ['Shopping posts', 'An own offer'],
      ['Events', 'An own event'],
    ] as const) {
      await tabs.getByRole('link', { name: tab, exact: true }).click()
      await expect(page.locator('[data-row]')).toHaveText([new RegExp(words)])
    }
    await tabs.getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByText('0 requests')).toBeVisible()
    await expect(page.getByText('None in the last 90 days.')).toBeVisible()
    await page.close()
  })
})
