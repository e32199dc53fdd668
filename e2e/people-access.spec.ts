import { type Page, test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { claimingPng, noise, redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { alongLines } from './lib/keyboard.ts'
import { like, t } from './lib/messages.ts'
import { makePeople, permitting, rowOf, windowOf } from './lib/people.ts'
import { anyActions, anyBox, boxName, permissionText } from './lib/phrases.ts'
import { expect, type Server, startServer, withData } from './lib/steward.ts'

let server: Server
let token: string
/** A window in which the owner is signed in. */
let page: Page
let ids: Record<'role' | 'other' | 'person' | 'admin', string>

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  server = await startServer({ DEMO: '0' })
  token = await tokenOf(server, server.owner)
  const bills = { name: 'Cashier', permissions: permitting('Operations · Bills') }
  const { role, people } = await makePeople(server, bills, 'Ada Moss', 'Bo Reed')
  const tasks = { name: 'Clerk', permissions: permitting('Operations · Tasks', 'Dashboard') }
  const other = (await makePeople(server, tasks)).role
  const [person = ''] = await withData(server, (db) =>
    create(db, 'users', { name: 'Pat Full', about: 'Writes a lot' }),
  )
  await withData(server, (db) => create(db, 'posts', { author_id: person }, { author_id: person }))
  const [ada] = people
  if (ada) await callServer(server, 'bills.list', { token: await tokenOf(server, ada) })
  ids = { role, other, person, admin: ada?.id ?? '' }
  page = await windowOf(browser, server, server.owner, '/roles')
})
test.afterAll(() => server?.stop())

test('the matrix is walked and changed by keys alone', async () => {
  await page.goto('/roles/new')
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  const all = (area: string) => t('All of {area}', { area: t(area) })
  const module = (name: string) => t('All of the module {module}', { module: t(name) })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(alongLines(key))
  }
  const search = page.getByRole('textbox', { name: t('Search permissions') })
  await search.focus()
  await press('Tab')
  await expect(box(t('Everything'))).toBeFocused()
  await press('ArrowRight')
  await expect(box(t('Every “{action}”', { action: t('see the list') }))).toBeFocused()
  await press('Control+End', 'Control+Home', 'ArrowDown', 'ArrowDown')
  await expect(box(all('Overview'))).toBeFocused()
  await press('ArrowRight', 'Space')
  await expect(box(boxName('Overview', 'see the list', 'gained'))).toBeChecked()
  await press('PageDown')
  await expect(box(module('Roles'))).toBeFocused()
  // A step down stays in the column from which the walk began.
  await press('ArrowDown')
  await expect(box(boxName('Roles', 'see the list'))).toBeFocused()
  await press('ArrowLeft', 'Enter')
  await expect(box(all('Roles'))).toBeChecked()
  await expect(box(module('Roles'))).toBeChecked()
  await press('End', 'Space')
  await expect(box(boxName('Roles', 'view as role'))).toBeFocused()
  await expect(box(boxName('Roles', 'view as role'))).not.toBeChecked()
  await expect(box(all('Roles'))).toHaveJSProperty('indeterminate', true)
  await expect(page.getByRole('grid', { name: t('Permissions') })).toMatchAriaSnapshot(`
    - grid "${t('Permissions')}":
      - rowgroup:
        - row:
          - columnheader:
            - checkbox "${t('Everything')}" [checked=mixed]
  `)
  await press('Control+Home', 'ArrowRight', 'Space')
  await expect(page.getByText(t('{count} of {all} granted', { count: 7, all: 55 }))).toBeHidden()
  await expect(box(boxName('Bills', 'see the list', 'gained'))).toBeChecked()
  // The next Tab leaves the grid; coming back finds the box that was left.
  await press('Shift+Tab')
  await expect(search).toBeFocused()
  await page.keyboard.type('bills delete')
  // The module and its one row.
  await expect(page.getByRole('grid').getByRole('rowheader')).toHaveCount(2)
  await press('Escape')
  await expect(search).toHaveValue('')
  await expect(page.getByRole('grid').getByRole('rowheader')).not.toHaveCount(2)
})

test('the matrix is used at 390 px', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/roles/${ids.role}`)
  await page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
  await expect(
    page.getByText(
      t(
        '{count, plural, one {# person will be able to {things}} other {# people will be able to {things}}}',
        { count: 2, things: t('see the list of {things}', { things: t('tasks') }) },
      ),
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: t('Preview effect') }).click()
  await expect(
    page.getByRole('dialog').getByRole('heading', {
      name: t('{count, plural, one {# person gains} other {# people gain}}', { count: 2 }),
    }),
  ).toBeVisible()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Back') })
    .click()
  await page.getByRole('button', { name: t('Discard') }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a name of a megabyte is refused at its field, and nothing is sent', async () => {
  await page.goto('/roles/new')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/role/create/')) sent += 1
  })
  await page.getByRole('textbox', { name: t('Name') }).fill('a'.repeat(1_100_000))
  await page.getByRole('button', { name: t('Create role') }).click()
  await expect(
    page.getByText(
      t('{most, plural, one {Enter at most # character} other {Enter at most # characters}}', {
        most: 200,
      }),
    ),
  ).toBeVisible()
  expect(sent).toBe(0)
  await page.getByRole('textbox', { name: t('Name') }).fill('')
})

test('what is typed while a form is on its way stays, and is sent by the next save', async () => {
  let go = () => {}
  const hold = async (path: string) => {
    const held = new Promise<void>((done) => {
      go = done
    })
    await page.route(path, async (route) => {
      await held
      await route.continue()
    })
  }
  await hold('**/role/update/role')
  await page.goto(`/roles/${ids.other}`)
  const save = page.getByRole('button', { name: t('Save'), exact: true })
  await page.getByLabel(t('Description')).fill('First')
  await save.click()
  await page.getByLabel(t('Description')).fill('First and second')
  await page.getByRole('checkbox', { name: anyBox('Events', 'see the list') }).check()
  go()
  await expect(page.getByText(t('Role “{name}” saved', { name: 'Clerk' }))).toBeVisible()
  await expect(page.getByLabel(t('Description'))).toHaveValue('First and second')
  await expect(
    page.getByText(
      t('{count, plural, one {# permission granted} other {# permissions granted}}', { count: 1 }),
    ),
  ).toBeVisible()
  await save.click()
  await expect(page.getByText(t('No changes'))).toBeVisible()
  await page.unrouteAll()

  await hold('**/user/update/*')
  await page.goto(`/users/${ids.person}/edit`)
  await page.getByLabel(t('Location')).fill('Bergen')
  await save.click()
  await page.getByLabel(t('Phone')).fill('123')
  go()
  await expect(page.getByText(t('{name} saved', { name: 'Pat Full' }))).toBeVisible()
  await save.click()
  await expect(page.getByText('123', { exact: true })).toBeVisible()
  await expect(page.getByText('Bergen', { exact: true })).toBeVisible()
  await page.unrouteAll()
})

test('a bad picture is refused at its field, and the next good one taken', async () => {
  await page.goto('/users/new?type=member')
  const jpeg = await redAndBlue().jpeg().toBuffer()
  const wide = redAndBlue(8000, 5001).png()
  const field = page.getByRole('group', { name: t('Picture') })
  for (const [name, buffer, words] of [
    [
      'drawing.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      t('This picture can’t be used. Choose a JPEG, PNG, WebP, GIF or AVIF file.'),
    ],
    [
      'page.png',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      t('This picture can’t be used. Choose a JPEG, PNG, WebP, GIF or AVIF file.'),
    ],
    [
      'cut.jpg',
      jpeg.subarray(0, jpeg.length / 2),
      t('This picture is damaged or incomplete. Choose another one.'),
    ],
    [
      'large.png',
      await noise(1400, 1400).png({ compressionLevel: 0 }).toBuffer(),
      t('This file is larger than 5 MB. Choose a smaller one or reduce its size first.'),
    ],
    [
      'bomb.png',
      claimingPng(30_000, 30_000),
      t('This picture is damaged or incomplete. Choose another one.'),
    ],
    [
      'wide.png',
      await wide.toBuffer(),
      t('This picture has more than 40 megapixels. Choose one with fewer pixels.'),
    ],
    ['none.png', Buffer.alloc(0), t('This file is empty. Choose another picture.')],
  ] as const) {
    await field.locator('input').setInputFiles({ name, mimeType: 'image/png', buffer })
    await expect(field.getByRole('alert')).toContainText(words)
  }
  await field
    .locator('input')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expectAccessible(page, 'the crop of a picture')
  await page.getByRole('button', { name: t('Use picture') }).press('Enter')
  await expect(field.getByRole('alert')).toHaveCount(0)
  await expect(field.getByRole('button', { name: t('Remove picture') })).toBeVisible()
})

test('every screen and dialog of roles and users is accessible', async ({ browser }) => {
  test.slow()
  const screens = [
    ['/roles/deleted', 'no deleted roles', 'h2'],
    [`/roles/compare?a=${ids.role}&b=${ids.other}`, 'two roles compared', 'tbody'],
    [`/users/${ids.person}`, 'a person', 'main section'],
    [`/users/${ids.person}/posts`, 'their posts', '[data-row]'],
    [`/users/${ids.admin}/activity`, 'their activity', 'main table'],
    [`/users/${ids.admin}/edit`, 'a person edited', 'form'],
  ] as const
  for (const [path, what, shows] of screens) {
    await page.goto(path)
    await page.locator(shows).first().waitFor()
    await expectAccessible(page, what)
  }

  await page.goto('/users/admins')
  for (const name of ['Ada Moss', 'Bo Reed'])
    await rowOf(page, name).getByLabel(like('Select {record}')).check()
  await page.getByRole('button', { name: t('Give role') }).click()
  await expectAccessible(page, 'giving a role')

  await page.goto(`/roles/${ids.role}`)
  await page.getByRole('checkbox', { name: anyBox('Bills', 'see the list') }).uncheck()
  await page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
  await page.getByLabel(t('Description')).fill('As we want it')
  await page.getByRole('button', { name: t('Preview effect') }).click()
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2)
  await expectAccessibleEverywhere(page, 'the effect of a role')
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'a role with changes')
  const permissions = permitting('Operations · Bills', 'Community')
  const changed = { _id: ids.role, permissions, description: 'As they want it' }
  await callServer(server, 'roles.update', { token, body: changed })
  await page.getByRole('button', { name: t('Save'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Save') })
    .click()
  await page.getByRole('dialog', { name: like('Somebody else changed this {what}') }).waitFor()
  await expectAccessible(page, 'a role changed by two')
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: t('Roles') })
    .first()
    .click()
  await page.getByRole('dialog', { name: t('Leave without saving?') }).waitFor()
  await expectAccessible(page, 'leaving a changed role')
  await page.getByRole('button', { name: t('Leave'), exact: true }).click()

  const clerk = { name: 'Junior', permissions: permitting('Operations · Bills · list') }
  const [junior] = (await makePeople(server, clerk, 'Jo Nior')).people
  if (!junior) throw new Error('nobody was made')
  const theirs = await windowOf(browser, server, junior, '/roles')
  await theirs.getByText(t('These people can grant it:')).waitFor()
  await expectAccessibleEverywhere(theirs, 'a page that is not permitted')
  await theirs.getByRole('button', { name: like('Account: {name}') }).click()
  await theirs.getByRole('menuitem', { name: t('Why can’t I…?') }).click()
  await theirs.getByLabel(t('What do you want to do?')).fill('roles delete')
  await theirs
    .getByRole('button', {
      name: `${permissionText('Roles', 'Roles', 'delete')} ${t('You can’t')}`,
    })
    .click()
  await expectAccessible(theirs, 'why one can’t')
  await theirs.close()

  await page.reload()
  await rowOf(page, 'Junior').getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: t('View as this role') }).click()
  await page.getByRole('region', { name: t('View as a role') }).waitFor()
  await page.waitForURL((url) => !url.pathname.startsWith('/roles'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page, 'the view as a role')
})
