import { choose, rows } from './lib/content.ts'
import { watchRequests } from './lib/quiet.ts'
import { openRecord } from './lib/record.ts'
import { atScale, onlyAtScale } from './lib/scale.ts'
import { isCallText } from './spec-only-server/call-names.ts'
import { expect, expectReadable, signIn, test } from './spec-only-server/test.ts'

test.use({ specOnly: { fields: 'rich' } })

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
    await expect(page.getByRole('link', { name: /^Registrations/ })).toHaveCount(0)
    await notThere(/^(Export|Import|New task|Views|View: )/)
    await page.locator(rows).first().getByRole('checkbox').check()
    await notThere(
      /^(Delete|Give role|Restore|Change status|Open shopping feed|Close shopping feed)$/,
    )
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.goto(`${server.url}/bills?filters=none`)
  await choose(page, page.locator('[data-row="b30"]'), 'Delete')
  await expect(page.getByText('Bill deleted')).toBeVisible()
  await notThere('Undo')
  await page.goto(`${server.url}/tasks?open=t1`)
  await expect(openRecord(page)).toBeVisible()
  await notThere(/^(Edit|Mark as done|Assign( |$)|Change status|Comment( |$)|New task)/)
  await expect(page.getByRole('heading', { name: 'Comments' })).toHaveCount(0)
  await page.goto(`${server.url}/posts`)
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Create task…/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/users/u1`)
  await quiet()
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0)
  await page.goto(`${server.url}/roles/r1`)
  await page.getByRole('checkbox', { name: /^Tasks: see the list/ }).click()
  await notThere('Preview effect')
  await page.goto(`${server.url}/polls?open=v1`)
  await expect(openRecord(page)).toContainText('Which day?')
  await notThere(/^(Export|Import)/)
  await notThere(/^(Edit|Close now|Reopen|Open now)$/)
  for (const path of atScale(
    ['/events', '/events?view=calendar', '/polls', '/bills'],
    ['/events'],
  )) {
    await page.goto(`${server.url}${path}`)
    await quiet()
    await notThere(/^New /)
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
  const everywhere = page.getByRole('combobox', { name: 'Search everywhere' })
  for (const words of ['lamp', 'lamps']) {
    await everywhere.fill(words)
    await expect(page.getByText(/can’t search all areas at once/)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/profile`)
  await quiet()
  await expectReadable(page, 'the profile')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await notThere('Retry')

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
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/doesn’t support passkeys/)).toBeVisible()
  await expect(page.getByRole('button', { name: /passkey/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('E-mail').fill('ann@example.com')
  await page.getByLabel('Password', { exact: true }).fill('three calm green boats')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible()
  await page.goto(`${server.url}/reset-password/some-token`)
  await page.getByLabel('New password').fill('three calm green boats')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByText(/new password is set/)).toBeVisible()
  expect(server.takenOf('POST auth/admin-reset-password')[0]?.body).toEqual({
    token: 'some-token',
    password: 'three calm green boats',
  })
})
