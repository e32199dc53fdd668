import { choose, rows } from './lib/content.ts'
import { isCallText } from './literal/call-names.ts'
import { expect, expectReadable, signIn, test } from './literal/test.ts'

test.use({ literal: { fields: 'rich' } })

test('calls that the server lacks are asked once a session, and nothing dead is left of them', async ({
  page,
  server,
}) => {
  const quiet = () => page.waitForLoadState('networkidle')
  const notThere = (name: string | RegExp) =>
    expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  await signIn(page, server)
  await quiet()
  for (const path of ['/users/admins', '/users/members', '/bills', '/posts', '/tasks', '/roles']) {
    await page.goto(`${server.url}${path}`)
    await page.locator(rows).first().waitFor()
    await quiet()
    await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveCount(0)
    await notThere(/^(Export|Import)/)
    await page.locator(rows).first().getByRole('checkbox').check()
    await notThere(/^(Delete|Give role|Restore)$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.goto(`${server.url}/bills`)
  await choose(page, page.locator('[data-row="b30"]'), 'Delete')
  await expect(page.getByText('The bill is deleted')).toBeVisible()
  await notThere('Undo')
  await page.goto(`${server.url}/users/u1`)
  await quiet()
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0)
  await page.goto(`${server.url}/roles/r1`)
  await page.getByRole('checkbox', { name: /^Tasks: list/ }).click()
  await notThere('Show the effect')
  await page.goto(`${server.url}/polls?open=v1`)
  await expect(page.getByRole('dialog')).toContainText('Which day?')
  await notThere(/^(Export|Import)/)
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
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/doesn’t support passkeys/)).toBeVisible()
  await expect(page.getByRole('button', { name: /passkey/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('E-mail').fill('ann@example.com')
  await page.getByLabel('Password', { exact: true }).fill('three calm green boats')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'No registrations here' })).toBeVisible()
  await page.goto(`${server.url}/reset-password/some-token`)
  await page.getByLabel('New password').fill('three calm green boats')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByText(/new password is set/)).toBeVisible()
  expect(server.takenOf('POST auth/admin-reset-password')[0]?.body).toEqual({
    token: 'some-token',
    password: 'three calm green boats',
  })
})
