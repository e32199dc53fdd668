import { test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { count, drawn, like, pattern, t, within } from './lib/messages.ts'
import {
  choose,
  everything,
  goTo,
  makePeople,
  permitting,
  rowOf,
  states,
  statesOf,
  windowOf,
  withServer,
} from './lib/people.ts'
import { anyActions, anyBox, permissionText } from './lib/phrases.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

withServer('people', (at) => {
  test('a team lead makes a role, gives it to three people and takes a part of it back', async ({
    page,
    browser,
  }) => {
    const { server } = at
    const lead = { name: 'Team lead', permissions: everything }
    const [leader] = (await makePeople(server, lead, 'Lena Lead')).people
    const newcomer = { name: 'Newcomer', permissions: permitting('Dashboard') }
    const { people } = await makePeople(server, newcomer, 'Ada Moss', 'Bo Reed', 'Cy Hart')
    const [ada] = people
    await withData(server, (db) =>
      create(db, 'posts', { text: 'The first post' }, { text: 'The second post' }),
    )

    await openAs(page, server, '/roles', leader)
    await page.getByRole('link', { name: t('New role') }).click()
    await page.getByRole('textbox', { name: t('Name') }).fill('Moderator')
    await page.locator('input[type=file]').setInputFiles({
      name: 'moderator.png',
      mimeType: 'image/png',
      buffer: await redAndBlue().png().toBuffer(),
    })
    await page.getByRole('button', { name: t('Use picture') }).click()
    await page
      .getByRole('checkbox', { name: t('All of {area}', { area: t('Feed posts') }) })
      .check()
    await page
      .getByRole('checkbox', { name: t('All of {area}', { area: t('Shopping posts') }) })
      .check()
    await page.getByRole('button', { name: t('Create role') }).click()
    await expect(page.locator('[data-row]').first()).toContainText('Moderator')
    const picture = rowOf(page, 'Moderator').locator('img')
    await expect(picture).toHaveAttribute('src', /\/uploads\/[0-9a-f]{32}\.webp\?small$/)
    await expect(picture).toHaveJSProperty('naturalWidth', 64)

    await goTo(page, t('Users'))
    for (const { name } of people)
      await rowOf(page, name).getByLabel(like('Select {record}')).check()
    await page.getByRole('button', { name: t('Give role') }).click()
    const giving = page.getByRole('dialog', { name: t('Give a role') })
    for (const { name } of people)
      await expect(
        giving.getByText(drawn('{person} (now {role})', { person: name, role: 'Newcomer' })),
      ).toBeVisible()
    await giving.getByLabel(t('Role')).selectOption('Moderator')
    await giving
      .getByRole('button', {
        name: t('{count, plural, one {Give role to # person} other {Give role to # people}}', {
          count: 3,
        }),
      })
      .click()
    for (const { name } of people) await expect(rowOf(page, name)).toContainText('Moderator')

    const other = await openWindow(browser, server.url)
    // Who hears of no change still sees what is permitted no more.
    await other.route('**/api/admin/live', (route) => route.abort())
    await openAs(other, server, '/posts', ada)
    await choose(other, 'The first post', t('Delete'))
    await expect(rowOf(other, 'The first post')).toHaveCount(0)

    const deletes = t('delete {things}', { things: t('feed posts') })
    await goTo(page, t('Roles'))
    await choose(page, 'Moderator', t('Edit'))
    await page.getByRole('checkbox', { name: anyBox('Feed posts', 'delete') }).uncheck()
    await expect(
      page.getByText(
        t(
          '{count, plural, one {# person will no longer be able to {things}} other {# people will no longer be able to {things}}}',
          { count: 3, things: deletes },
        ),
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: t('Preview effect') }).click()
    const effect = page.getByRole('dialog', { name: t('Effect of this change') })
    await expect(
      effect.getByRole('heading', {
        name: t('{count, plural, one {# person loses} other {# people lose}}', { count: 3 }),
      }),
    ).toBeVisible()
    const refused = effect.getByRole('row').filter({ hasText: deletes })
    await expect(refused).toHaveCount(1)
    await expect(refused.getByRole('cell')).toHaveText([
      'AMAda Moss',
      deletes,
      count(1),
      /[\p{L}\d]/u,
    ])
    await effect.getByRole('button', { name: t('Save') }).click()
    await expect(page.getByText(t('Role “{name}” saved', { name: 'Moderator' }))).toBeVisible()

    await choose(other, 'The second post', t('Delete'))
    const words = t(
      'You need the permission “{permission}” for this. An owner or somebody who can update roles can grant it.',
      { permission: permissionText('Community', 'Feed posts', 'delete') },
    )
    await expect(other.getByText(words)).toBeVisible()
    const menu = rowOf(other, 'The second post').getByRole('button', { name: anyActions })
    await expect(rowOf(other, 'The second post')).toBeVisible()
    // What isn't permitted any more can be asked for.
    await menu.click()
    const items = other.getByRole('menuitem')
    await expect(items).toHaveText([t('{action}: ask…', { action: t('Delete') })])
    await other.close()
  })

  test('whoever looks through a role changes nothing, and leaves with one click', async ({
    browser,
  }) => {
    const { server } = at
    const name = 'Poster'
    await makePeople(server, { name, permissions: permitting('Community · Feed posts') })
    await withData(server, (db) => create(db, 'posts', { text: 'Something to delete' }))
    const page = await windowOf(browser, server, server.owner, '/roles')
    await choose(page, name, t('View as this role'))
    const banner = page.getByRole('region', { name: t('View as a role') })
    const viewing = drawn(
      '<words>Viewing <wide>everything </wide>as </words>{role}<wide>. This view is read-only.</wide>',
      { role: name },
    )
    await expect(banner).toContainText(
      new RegExp(
        `^${viewing
          .split(/\s*(?=Poster)|(?<=Poster)\s*/)
          .map(pattern)
          .join('\\s*')}`,
      ),
      { useInnerText: true },
    )
    const sidebar = page.getByRole('navigation').first()
    await expect(sidebar.getByRole('link')).toHaveText([t('Feed posts'), t('Requests')])
    await choose(page, 'Something to delete', t('Delete'))
    await expect(
      page.getByText(
        t(
          'You are viewing as the role “{role}”, which is read-only. Exit this view to make changes.',
          { role: 'Poster' },
        ),
      ),
    ).toBeVisible()
    await expect(rowOf(page, 'Something to delete')).toBeVisible()
    await page.reload()
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: t('Exit') }).click()
    await expect(banner).toHaveCount(0)
    await expect(sidebar.getByRole('link', { name: t('Roles') })).toBeVisible()
    await expect(page).toHaveURL(/\/roles$/)
    await page.close()
  })

  test('why one can’t is told on the screen and in the profile menu', async ({ browser }) => {
    const { server } = at
    const role = { name: 'Listener', permissions: permitting('Operations · Bills · list') }
    const { people } = await makePeople(server, role, 'Lil Stone')
    const page = await windowOf(browser, server, people[0] ?? server.owner, '/posts')
    await expect(
      page.getByRole('heading', { name: t('You don’t have access to this') }),
    ).toBeVisible()
    const main = page.getByRole('main')
    await expect(
      main.getByText(permissionText('Community', 'Feed posts', 'see the list')),
    ).toBeVisible()
    await expect(
      main.getByText(
        t('Your role is <b>{role}</b>. These people can grant it:', {
          role: 'Listener',
        }).replaceAll(/<\/?b>/g, ''),
      ),
    ).toBeVisible()
    await expect(main.getByRole('listitem').filter({ hasText: 'Owner' })).not.toHaveCount(0)

    await page.getByRole('button', { name: like('Account: {name}') }).click()
    await page.getByRole('menuitem', { name: t('Why can’t I…?') }).click()
    const dialog = page.getByRole('dialog', { name: t('Why can’t I…?') })
    await dialog.getByLabel(t('What do you want to do?')).fill('delete bills')
    await dialog
      .getByRole('button', {
        name: `${permissionText('Operations', 'Bills', 'delete')} ${t('You can’t')}`,
      })
      .click()
    await expect(dialog.getByText(t('These people can grant it:'))).toBeVisible()
    await dialog.getByLabel(t('What do you want to do?')).fill('list bills')
    await expect(
      dialog.getByRole('button', { name: new RegExp(` ${t('You can')}$`) }),
    ).toBeVisible()
    await page.close()
  })

  test('a broken rule of safety is answered with what to do instead', async ({ browser }) => {
    const { server } = at
    const small = [
      'Dashboard',
      'Roles · Roles · list',
      'Roles · Roles · update',
      'Roles · Roles · status',
      'Users · Admins',
      'Operations · Bills · list',
    ]
    const own = { name: 'Deputy', permissions: permitting(...small) }
    const [deputy] = (await makePeople(server, own, 'Dee Puty')).people
    const above = { name: 'Above', permissions: permitting('Community') }
    await makePeople(server, above, 'Abo Vega')
    const page = await windowOf(browser, server, deputy ?? server.owner, '/roles')

    await choose(page, 'Deputy', t('Deactivate'))
    await expect(
      page.getByText(
        t(
          'You can’t deactivate your own role because it would lock you out. Ask somebody with another role, such as an owner.',
        ),
      ),
    ).toBeVisible()
    await expect(rowOf(page, 'Deputy')).toContainText(t('Active', {}, 'a status'))

    await choose(page, 'Deputy', t('Edit'))
    await expect(
      page.getByRole('checkbox', { name: anyBox('Feed posts', 'see the list') }),
    ).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('checkbox', { name: anyBox('Bills', 'see the list') }).uncheck()
    await page.getByRole('button', { name: t('Save'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Save') })
      .click()
    await expect(
      page.getByText(
        t(
          'You can’t remove {permissions} from your own role. Ask somebody with another role, such as an owner.',
          {
            permissions: t('“{first}”', {
              first: permissionText('Operations', 'Bills', 'see the list'),
            }),
          },
        ),
      ),
    ).toBeVisible()
    await expect(
      page.getByRole('checkbox', { name: anyBox('Bills', 'see the list') }),
    ).not.toBeChecked()
    await page.getByRole('button', { name: t('Discard') }).click()

    await goTo(page, t('Users'))
    await choose(page, 'Abo Vega', t('Deactivate'))
    await expect(
      page.getByText(
        within(
          '{name} has {permissions}, which you don’t, so you can’t change this account. Ask somebody who has it, such as an owner.',
          { name: 'Abo Vega' },
        ),
      ),
    ).toBeVisible()
    await expect(statesOf(page, 'Abo Vega')).toHaveText(states('Active', 'Open'))
    await page.close()

    const mine = await windowOf(browser, server, server.owner, '/users/admins')
    await mine
      .getByRole('button', { name: t('Actions for {record}', { record: 'Owner' }), exact: true })
      .click()
    await mine.getByRole('menuitem', { name: t('Deactivate') }).click()
    await expect(
      mine.getByText(t('You can’t deactivate your own account. Ask another owner or admin.')),
    ).toBeVisible()
    await mine
      .getByRole('button', { name: t('Actions for {record}', { record: 'Owner' }), exact: true })
      .click()
    await expect(mine.getByRole('menuitem', { name: t('Deactivate') })).toBeVisible()
    await mine.close()
  })

  test('the only owner is not deleted, not even by a call of their own', async () => {
    const { server } = at
    const token = await tokenOf(server, server.owner)
    const list = (await callServer(server, 'users.listAdmins', { token })) as {
      users: { _id: string; email: string }[]
    }
    const owner = list.users.find(({ email }) => email === server.owner.email)
    await expect(
      callServer(server, 'users.delete', { token, params: { id: owner?._id ?? '' } }),
    ).rejects.toThrow('409 You can’t delete your own account. Ask another owner or admin.')
  })
})
