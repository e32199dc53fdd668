import { test } from '@playwright/test'
import { capitalize } from '@steward/contract/values/capitalize'
import { create } from '../apps/server/src/testing/factories.ts'
import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { expectAccessible } from './lib/axe.ts'
import { t, within } from './lib/messages.ts'
import {
  choose,
  makePeople,
  permitting,
  rowOf,
  states as statesIn,
  statesOf,
  windowOf,
  withServer,
} from './lib/people.ts'
import { enterA } from './lib/phrases.ts'
import { expect, signIn, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

withServer('users', (at) => {
  test('are created with every field, role and picture; all that is wrong is said at once', async ({
    browser,
  }) => {
    const { server } = at
    await makePeople(server, { name: 'Helper', permissions: permitting('Dashboard') })
    const page = await windowOf(browser, server, server.owner, '/users/new?type=admin')
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await page.getByRole('button', { name: t('Create') }).click()
    await expect(page.getByText(enterA('Name'))).toBeVisible()
    await expect(page.getByText(t('An admin needs an e-mail address'))).toBeVisible()
    await expect(field(t('Name'))).toBeFocused()

    await field(t('Name')).fill('Nora Ünal')
    await field(t('E-mail')).fill('Owner@Example.com')
    await field(t('Phone')).fill('+90 555 0100'.repeat(20))
    await field(t('Location')).fill('y'.repeat(201))
    await field(t('About', {}, 'a person')).fill('Speaks three languages')
    await field(t('Password')).fill('short')
    await page.getByLabel(t('Role')).selectOption('Helper')
    await page.getByLabel(t('Shopping feed')).selectOption('inactive')
    await page.locator('input[type=file]').setInputFiles({
      name: 'nora.jpg',
      mimeType: 'image/jpeg',
      buffer: await redAndBlue(300, 500).jpeg().toBuffer(),
    })
    await page.getByRole('button', { name: t('Use picture') }).click()
    await page.getByRole('button', { name: t('Create') }).click()
    await expect(
      page.getByText(
        t('{most, plural, one {Enter at most # character} other {Enter at most # characters}}', {
          most: 200,
        }),
      ),
    ).toHaveCount(2)
    await expect(field(t('Phone'))).toBeFocused()
    await expect(
      page.getByText(t('Enter at least 10 characters, or leave empty to send an invitation')),
    ).toBeVisible()
    await field(t('Password')).fill('three calm green boats')
    await field(t('Phone')).fill('+90 555 0100')
    await field(t('Location')).fill('Izmir')
    await page.getByRole('button', { name: t('Create') }).click()
    await expect(
      page.getByText(
        t('Another account already uses this e-mail address. Choose another address.'),
      ),
    ).toBeVisible()
    await expect(field(t('E-mail'))).toBeFocused()
    await expect(field(t('About', {}, 'a person'))).toHaveValue('Speaks three languages')
    await expect(field(t('Password'))).toHaveValue('three calm green boats')
    await field(t('E-mail')).fill('nora@example.com')
    await page.getByRole('button', { name: t('Create') }).dblclick()
    await expect(rowOf(page, 'Nora Ünal')).toHaveCount(1)
    await choose(page, 'Nora Ünal', t('Open page'))
    for (const words of ['nora@example.com', '+90 555 0100', 'Izmir', 'Speaks three languages'])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: t('Open shopping feed') })).toBeVisible()
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
    await theirs.getByLabel(t('Location')).fill('Bergen')
    await theirs.getByLabel(t('Phone')).fill('111')
    await mine.getByLabel(t('Phone')).fill('222')
    await mine.getByLabel(t('About', {}, 'a person')).fill('Mine')
    await theirs.getByRole('button', { name: t('Save') }).click()
    await expect(theirs.getByText('Bergen')).toBeVisible()
    await mine.getByRole('button', { name: t('Save') }).click()
    const dialog = mine.getByRole('dialog', {
      name: t('Somebody else changed this {what}', { what: t('person') }),
    })
    await expect(
      dialog.getByRole('row', { name: new RegExp(t('Phone')) }).getByRole('cell'),
    ).toHaveText(['222', '111'])
    await expect(dialog).toContainText(
      t('Only they changed {fields}, which is kept.', { fields: [t('Location')] }),
    )
    await dialog.getByRole('button', { name: t('Save these choices') }).click()
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
    const save = page.getByRole('button', { name: t('Save') })
    const email = page.getByRole('textbox', { name: t('E-mail') })
    const password = page.getByLabel(t('Your password'))
    await email.fill('another@example.com')
    await expect(password).toHaveCount(0)
    await save.click()
    await expect(password).toBeFocused()
    await expect(
      page.getByText(capitalize(t('is required to change your own e-mail address'))),
    ).toBeVisible()
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
    await choose(page, 'Tog Gel', t('Deactivate'))
    await choose(page, 'Tog Gel', t('Close shopping feed'))
    await expect(states).toHaveText(statesIn('Inactive', 'Closed'))
    answer()
    await expect(states).toHaveText(statesIn('Active', 'Open'))
    await expect(page.getByText('Not today')).toHaveCount(2)
    await page.unrouteAll()
    await choose(page, 'Tog Gel', t('Close shopping feed'))
    await expect(
      page.getByText(t('Shopping feed of {name} closed', { name: 'Tog Gel' })),
    ).toBeVisible()
    await page.reload()
    await expect(states).toHaveText(statesIn('Active', 'Closed'))
    await page.close()
  })

  test('are deleted and brought back by Undo', async ({ browser }) => {
    const { server } = at
    await withData(server, (db) => create(db, 'users', { name: 'Del Eted' }))
    const page = await windowOf(browser, server, server.owner, '/users/members')
    await choose(page, 'Del Eted', t('Delete'))
    await expect(rowOf(page, 'Del Eted')).toHaveCount(0)
    // It is shown before it is saved.
    const restored = page.waitForResponse(/\/restore/)
    await page.getByRole('button', { name: t('Undo') }).click()
    await expect(rowOf(page, 'Del Eted')).toBeVisible()
    await restored
    await page.reload()
    await choose(page, 'Del Eted', t('Open page'))
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
    const tabs = page.getByRole('navigation', { name: t('Parts of this person') })
    for (const [tab, words] of [
      ['Posts', 'An own post'],
      ['Bills', 'An own bill'],
      ['Tasks', 'An own task'],
      ['Shopping posts', 'An own offer'],
      ['Events', 'An own event'],
    ] as const) {
      await tabs.getByRole('link', { name: t(tab), exact: true }).click()
      await expect(page.locator('[data-row]')).toHaveText([new RegExp(words)])
    }
    await tabs.getByRole('link', { name: t('Activity') }).click()
    await expect(
      page.getByText(
        within('{count, plural, one {# request} other {# requests}} · last active {time}', {
          count: 0,
        }),
      ),
    ).toBeVisible()
    await expect(page.getByText(t('None in the last 90 days.'))).toBeVisible()
    await page.close()
  })
})
