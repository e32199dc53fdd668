import { capitalize } from '@steward/contract/values/capitalize'
import { choose, rows } from './lib/content.ts'
import { like, pattern, t } from './lib/messages.ts'
import { anyActions, anyBox, newOne } from './lib/phrases.ts'
import { watchRequests } from './lib/quiet.ts'
import { openRecord } from './lib/record.ts'
import { atScale, onlyAtScale } from './lib/scale.ts'
import { isCallText } from './spec-only-server/call-names.ts'
import { expect, expectReadable, signIn, test } from './spec-only-server/test.ts'

test.use({ specOnly: { fields: 'rich' } })

/** A name that is one of these, and one that begins so. */
const oneOf = (...names: string[]) => new RegExp(`^(${names.map(pattern).join('|')})$`)
const beginning = (...names: string[]) => new RegExp(`^(${names.map(pattern).join('|')})`)

test('calls that the server lacks are asked once a session, and nothing dead is left of them', async ({
  page,
  server,
}) => {
  const quiet = watchRequests(page)
  const notThere = (name: string | RegExp) =>
    expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  // What another page breaks off before its answer has come is asked again there.
  const live = page.waitForResponse(/admin\/live$/)
  await signIn(page, server)
  await live
  await quiet()
  for (const path of atScale(
    ['/users/admins', '/users/members', '/bills', '/posts', '/tasks', '/roles'],
    ['/users/members', '/tasks'],
  )) {
    await page.goto(`${server.url}${path}?filters=none`)
    await page.locator(rows).first().waitFor()
    await quiet()
    await expect(page.getByRole('link', { name: beginning(t('Registrations')) })).toHaveCount(0)
    await notThere(beginning(t('Export CSV'), t('Import'), newOne('task'), t('Views')))
    await notThere(like('View: {view}'))
    await page.locator(rows).first().getByRole('checkbox').check()
    await notThere(
      oneOf(
        t('Delete'),
        t('Give role'),
        t('Restore'),
        t('Change status'),
        t('Open shopping feed'),
        t('Close shopping feed'),
      ),
    )
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.goto(`${server.url}/bills?filters=none`)
  await choose(page, page.locator('[data-row="b30"]'), t('Delete'))
  await expect(page.getByText(t('{one} deleted', { one: capitalize(t('bill')) }))).toBeVisible()
  await notThere(t('Undo'))
  await page.goto(`${server.url}/tasks?open=t1`)
  await expect(openRecord(page)).toBeVisible()
  await notThere(beginning(t('Edit'), t('Mark as done'), t('Change status'), newOne('task')))
  await notThere(
    oneOf(t('Assign'), t('Assign…'), t('Assign to me'), t('Comment', {}, 'verb: write a comment')),
  )
  await expect(page.getByRole('heading', { name: t('Comments') })).toHaveCount(0)
  await page.goto(`${server.url}/posts`)
  await expect(page.getByRole('button', { name: anyActions }).first()).toBeVisible()
  await page.getByRole('button', { name: anyActions }).first().click()
  await expect(page.getByRole('menuitem', { name: t('Delete') })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: t('Create task…') })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/users/u1`)
  await quiet()
  await expect(page.getByRole('link', { name: t('Activity') })).toHaveCount(0)
  await page.goto(`${server.url}/roles/r1`)
  await page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
  await notThere(t('Preview effect'))
  await page.goto(`${server.url}/polls?open=v1`)
  await expect(openRecord(page)).toContainText('Which day?')
  await notThere(beginning(t('Export CSV'), t('Import')))
  await notThere(oneOf(t('Edit'), t('Close now'), t('Reopen'), t('Open now')))
  for (const path of atScale(
    ['/events', '/events?view=calendar', '/polls', '/bills'],
    ['/events'],
  )) {
    await page.goto(`${server.url}${path}`)
    await quiet()
    await notThere(oneOf(newOne('event'), newOne('poll'), newOne('bill')))
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  // Records that are not on the page: the call of one is given up for all of its area.
  for (const id of ['nowhere', 'nowhere-else']) {
    await page.goto(`${server.url}/posts?open=${id}`)
    await quiet()
    await expect(page.locator(rows).first()).toBeVisible()
  }
  await page.goto(`${server.url}/dashboard`)
  await quiet()
  await expect(page.getByText('Role 1', { exact: true })).toBeVisible()
  await expect(page.locator('section[aria-labelledby=dashboard-waiting]')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  const noSearch = new RegExp(
    [
      t('This server can’t search all areas at once. Use the search of each list.'),
      t(
        'No page or command matches “{typed}”. This server can’t search all areas at once. Use the search of each list.',
        { typed: 'lamps?' },
      ),
    ].join('|'),
  )
  const everywhere = page.getByRole('combobox', { name: t('Search everywhere') })
  for (const words of ['lamp', 'lamps']) {
    await everywhere.fill(words)
    await expect(page.getByText(noSearch)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/profile`)
  await quiet()
  await expectReadable(page, 'the profile')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await notThere(t('Retry'))

  const own = server.taken.map(({ call }) => call).filter((call) => !isCallText(call))
  expect(own).not.toEqual([])
  expect(own.filter((call, at) => own.indexOf(call) !== at)).toEqual([])
})

test('what nobody needs to be signed in for says what the server can’t do, once it is tried', async ({
  page,
  server,
}) => {
  onlyAtScale(test)
  await page.goto(server.url)
  await page.getByRole('button', { name: t('Sign in with a passkey') }).click()
  await expect(
    page.getByText(t('This server doesn’t support passkeys. Sign in with your password.')),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: t('Sign in with a passkey') })).toHaveCount(0)
  await page.getByRole('link', { name: t('Create an account') }).click()
  await page.getByLabel(t('Name')).fill('Ann')
  await page.getByLabel(t('E-mail')).fill('ann@example.com')
  await page.getByLabel(t('Password'), { exact: true }).fill('three calm green boats')
  await page.getByRole('button', { name: t('Create the account') }).click()
  await expect(page.getByRole('heading', { name: t('Registration is closed') })).toBeVisible()
  await page.goto(`${server.url}/reset-password/some-token`)
  await page.getByLabel(t('New password')).fill('three calm green boats')
  await page.getByRole('button', { name: t('Set the new password') }).click()
  await expect(page.getByText(t('Your new password is set. Please sign in with it.'))).toBeVisible()
  expect(server.takenOf('POST auth/admin-reset-password')[0]?.body).toEqual({
    token: 'some-token',
    password: 'three calm green boats',
  })
})
