import { test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import {
  choose,
  everything,
  goTo,
  makePeople,
  permitting,
  rowOf,
  statesOf,
  windowOf,
  withServer,
} from './lib/people.ts'
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
    await page.getByRole('link', { name: 'New role' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Moderator')
    await page.locator('input[type=file]').setInputFiles({
      name: 'moderator.png',
      mimeType: 'image/png',
      buffer: await redAndBlue().png().toBuffer(),
    })
    await page.getByRole('button', { name: 'Use picture' }).click()
    await page.getByRole('checkbox', { name: 'All of Feed posts' }).check()
    await page.getByRole('checkbox', { name: 'All of Shopping posts' }).check()
    await page.getByRole('button', { name: 'Create role' }).click()
    await expect(page.locator('[data-row]').first()).toContainText('Moderator')
    const picture = rowOf(page, 'Moderator').locator('img')
    await expect(picture).toHaveAttribute('src', /\/uploads\/[0-9a-f]{32}\.webp\?small$/)
    await expect(picture).toHaveJSProperty('naturalWidth', 64)

    await goTo(page, 'Users')
    for (const { name } of people)
      await rowOf(page, name)
        .getByLabel(/^Select/)
        .check()
    await page.getByRole('button', { name: 'Give role' }).click()
    const giving = page.getByRole('dialog', { name: 'Give a role' })
    for (const { name } of people)
      await expect(giving.getByText(`${name} (now Newcomer)`)).toBeVisible()
    await giving.getByLabel('Role').selectOption('Moderator')
    await giving.getByRole('button', { name: 'Give role to 3 people' }).click()
    for (const { name } of people) await expect(rowOf(page, name)).toContainText('Moderator')

    const other = await openWindow(browser, server.url)
    // Who hears of no change still sees what is permitted no more.
    await other.route('**/api/admin/live', (route) => route.abort())
    await openAs(other, server, '/posts', ada)
    await choose(other, 'The first post', 'Delete')
    await expect(rowOf(other, 'The first post')).toHaveCount(0)

    await goTo(page, 'Roles')
    await choose(page, 'Moderator', 'Edit')
    await page.getByRole('checkbox', { name: /^Feed posts: delete(,|$)/ }).uncheck()
    await expect(
      page.getByText('3 people will no longer be able to delete feed posts'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Preview effect' }).click()
    const effect = page.getByRole('dialog', { name: 'Effect of this change' })
    await expect(effect.getByRole('heading', { name: '3 people lose' })).toBeVisible()
    const refused = effect.getByRole('row').filter({ hasText: 'delete feed posts' })
    await expect(refused).toHaveCount(1)
    await expect(refused.getByRole('cell')).toHaveText([
      'AMAda Moss',
      'delete feed posts',
      '1',
      /\w/,
    ])
    await effect.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Role “Moderator” saved')).toBeVisible()

    await choose(other, 'The second post', 'Delete')
    const words = 'You need the permission “Community · Feed posts · delete” for this.'
    await expect(other.getByText(words)).toBeVisible()
    const menu = rowOf(other, 'The second post').getByRole('button', { name: /^Actions/ })
    await expect(rowOf(other, 'The second post')).toBeVisible()
    await expect(menu).toHaveCount(0)
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
    await choose(page, name, 'View as this role')
    const banner = page.getByRole('region', { name: 'View as a role' })
    await expect(banner).toContainText(
      /^Viewing everything as\s+Poster\s*\. This view is read-only\./,
      {
        useInnerText: true,
      },
    )
    const sidebar = page.getByRole('navigation').first()
    await expect(sidebar.getByRole('link')).toHaveText(['Feed posts'])
    await choose(page, 'Something to delete', 'Delete')
    await expect(page.getByText('You are viewing as the role “Poster”')).toBeVisible()
    await expect(rowOf(page, 'Something to delete')).toBeVisible()
    await page.reload()
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: 'Exit' }).click()
    await expect(banner).toHaveCount(0)
    await expect(sidebar.getByRole('link', { name: 'Roles' })).toBeVisible()
    await expect(page).toHaveURL(/\/roles$/)
    await page.close()
  })

  test('why one can’t is told on the screen and in the profile menu', async ({ browser }) => {
    const { server } = at
    const role = { name: 'Listener', permissions: permitting('Operations · Bills · list') }
    const { people } = await makePeople(server, role, 'Lil Stone')
    const page = await windowOf(browser, server, people[0] ?? server.owner, '/posts')
    await expect(page.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('Community · Feed posts · see the list')).toBeVisible()
    await expect(main.getByText('Your role is Listener. These people can grant it:')).toBeVisible()
    await expect(main.getByRole('listitem').filter({ hasText: 'Owner' })).not.toHaveCount(0)

    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Why can’t I…?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why can’t I…?' })
    await dialog.getByLabel('What do you want to do?').fill('delete bills')
    await dialog.getByRole('button', { name: /Operations · Bills · delete You/ }).click()
    await expect(dialog.getByText('These people can grant it:')).toBeVisible()
    await dialog.getByLabel('What do you want to do?').fill('list bills')
    await expect(dialog.getByRole('button', { name: /You can$/ })).toBeVisible()
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

    await choose(page, 'Deputy', 'Deactivate')
    await expect(page.getByText('You can’t deactivate your own role')).toBeVisible()
    await expect(rowOf(page, 'Deputy')).toContainText('Active')

    await choose(page, 'Deputy', 'Edit')
    await expect(page.getByRole('checkbox', { name: /^Feed posts: see the list/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('checkbox', { name: 'Bills: see the list' }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('You can’t remove “Operations · Bills · see the list” from your own role.'),
    ).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Bills: see the list/ })).not.toBeChecked()
    await page.getByRole('button', { name: 'Discard' }).click()

    await goTo(page, 'Users')
    await choose(page, 'Abo Vega', 'Deactivate')
    await expect(page.getByText(/^Abo Vega has “Community · Events · see the list”/)).toBeVisible()
    await expect(statesOf(page, 'Abo Vega')).toHaveText(['Active', 'Open'])
    await page.close()

    const mine = await windowOf(browser, server, server.owner, '/users/admins')
    await mine.getByRole('button', { name: 'Actions for Owner', exact: true }).click()
    await mine.getByRole('menuitem', { name: 'Deactivate' }).click()
    await expect(mine.getByText('You can’t deactivate your own account.')).toBeVisible()
    await mine.getByRole('button', { name: 'Actions for Owner', exact: true }).click()
    await expect(mine.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible()
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
