import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions'
import { signInKey } from '../apps/server/src/modules/auth/throttle.ts'
import { codeOf } from '../apps/server/src/testing/accounts.ts'
import { createAdmin } from '../apps/server/src/testing/factories.ts'
import { addAuthenticator, callServer, test, tokenOf, typeCredentials } from './lib/accounts.ts'
import { expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo, type, writeIn } from './lib/keyboard.ts'
import {
  type Credentials,
  expect,
  makeStaff,
  type Server,
  signIn,
  withData,
} from './lib/steward.ts'

test.setTimeout(240_000)

const bills = permission('Operations', 'Bills', 'list')
const roles = permission('Roles', 'Roles', 'list')

/** Reads the recovery codes off the dialog and says that they are kept. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await enter(page, dialog.getByRole('button', { name: 'I’ve saved them' }))
  await expect(dialog).toBeHidden()
  return codes
}

async function signOut(page: Page): Promise<void> {
  await enter(page, page.getByRole('button', { name: /^Account/ }))
  await page.getByRole('menuitem', { name: 'Sign out' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
}

/** Sets an app up on the profile. @returns its key and the recovery codes */
async function setUpApp(page: Page, server: Server, who: Credentials) {
  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: 'Set up: authenticator app' }))
  await writeIn(page, page.getByLabel('Your password'), 'not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Is not your password')).toBeVisible()
  await type(page, page.getByLabel('Your password'), who.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Scan the code with your app' })
  const drawn = () =>
    dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(drawn, 'the QR code is drawn').toBeGreaterThan(0)
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the QR code')
  const key = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.keyboard.insertText('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Is wrong. Enter the one currently shown in the app')).toBeVisible()
  // A step back, so that the code of now is still unused.
  await type(page, dialog.getByLabel('Code', { exact: true }), codeOf(key, -1))
  await page.keyboard.press('Enter')
  return key
}

test('an app is set up, asked for when signing in, and replaced by a recovery code', async ({
  page,
  server,
  mailed: { mailbox },
}) => {
  const who = await makeStaff(server, [bills])
  await signIn(page, server, who)
  const key = await setUpApp(page, server, who)
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'the recovery codes')
  const download = page.waitForEvent('download')
  await enter(page, page.getByRole('button', { name: 'Download' }))
  const file = await readFile(await (await download).path(), 'utf8')
  const codes = await keepCodes(page)
  expect(file).toContain(codes.join('\n'))
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await mailbox.take(who.email, /second factor has been changed/)
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  ).not.toContain(codes[0])

  await signOut(page)
  await typeCredentials(page, who)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the code')).toBeVisible()
  await page.keyboard.insertText('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is wrong')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a wrong code')
  await type(page, code, codeOf(key))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()

  await signOut(page)
  await typeCredentials(page, who)
  await enter(page, page.getByRole('button', { name: 'Use a recovery code' }))
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.insertText(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()
  await page.goto(`${server.url}/profile`)
  await expect(page.getByText('9 of 10 left')).toBeVisible()

  await enter(page, page.getByRole('button', { name: 'Turn off: authenticator app' }))
  await writeIn(page, page.getByLabel('Your password'), who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Set up: authenticator app' })).toBeVisible()
  await expect(page.getByText('Recovery codes')).toBeHidden()
})

test('a passkey is added, confirms a sign-in, replaces the password, and is removed', async ({
  page,
  server,
}) => {
  const who = await makeStaff(server, [bills])
  await addAuthenticator(page)
  await signIn(page, server, who)
  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: 'Add a passkey' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessibleEverywhere(page, 'a passkey without a name')
  await page.keyboard.insertText('Work laptop')
  await type(page, dialog.getByLabel('Your password'), who.password)
  await page.keyboard.press('Enter')
  await keepCodes(page)
  const factors = page.getByRole('list', { name: 'Second factors' })
  await expect(factors.getByText('Work laptop')).toBeVisible()

  await enter(page, page.getByRole('button', { name: 'Rename: Work laptop' }))
  await type(page, dialog.getByLabel('Name'), 'Old laptop')
  await page.keyboard.press('Enter')
  await expect(factors.getByText('Old laptop')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a profile with a passkey')

  await signOut(page)
  await typeCredentials(page, who)
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the question for a passkey')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()

  await signOut(page)
  await enter(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()

  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: 'Remove: Old laptop' }))
  await writeIn(page, page.getByLabel('Your password'), who.password)
  await page.keyboard.press('Enter')
  await expect(factors.getByText('Old laptop')).toBeHidden()
  await signOut(page)
  await enter(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
  await expect(page.getByText('This passkey doesn’t belong to an account here')).toBeVisible()
})

test('passkeys explain themselves at an address that is not theirs', async ({ page, server }) => {
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/`)
  await enter(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
  await expect(page.getByRole('alert')).toContainText(`Passkeys only work at ${server.url}`)
})

test('a role that requires a second factor has it set up first; an owner can take it away', async ({
  page,
  browser,
  server,
}) => {
  const who = await makeStaff(server, [bills, roles])
  const { role, _id: id } = (await callServer(server, 'profile.own', {
    token: await tokenOf(server, who),
  })) as { _id: string; role: { _id: string } }
  const owner = await browser.newPage()
  await signIn(owner, server)
  await owner.goto(`${server.url}/roles?open=${role._id}`)
  await enter(owner, owner.getByRole('button', { name: 'Change sign-in settings…' }))
  await expect(owner.getByLabel('Require a second factor')).toBeFocused()
  await owner.keyboard.press('Space')
  await type(owner, owner.getByLabel('Concurrent sessions'), 'many')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText('Must be a whole number, or empty')).toBeVisible()
  await type(owner, owner.getByLabel('Concurrent sessions'), '500')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText('Must be a whole number from 1 to 100')).toBeVisible()
  await expectAccessibleEverywhere(owner, 'how a role signs in')
  await type(owner, owner.getByLabel('Concurrent sessions'), '5')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText('Up to 5')).toBeVisible()

  await addAuthenticator(page)
  await page.goto(`${server.url}/bills`)
  await typeCredentials(page, who)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'the set-up that is required')
  await page.goto(`${server.url}/roles`)
  await enter(page, page.getByRole('button', { name: 'Add a passkey' }))
  await writeIn(page, page.getByLabel('Name'), 'Key')
  await type(page, page.getByLabel('Your password'), who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  // Back from another window, where the codes were kept, they are still there.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await keepCodes(page)
  await expect(page.getByRole('heading', { level: 1, name: /^Roles/ })).toBeVisible()

  // The last one can't be removed.
  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: 'Remove: Key' }))
  await writeIn(page, page.getByLabel('Your password'), who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Your role requires')

  await owner.goto(`${server.url}/users/${id}`)
  await enter(owner, owner.getByRole('button', { name: 'Remove second factor…' }))
  await expectAccessibleEverywhere(owner, 'the question before a factor is taken away')
  await enter(
    owner,
    owner.getByRole('dialog').getByRole('button', { name: 'Remove second factor', exact: true }),
  )
  await expect(owner.getByText('No second factor')).toBeVisible()
  await page.goto(`${server.url}/bills`)
  await expect(
    page
      .getByRole('region', { name: 'Notices' })
      .getByText('Session expired or unauthorized access'),
  ).toBeVisible()
  await typeCredentials(page, who)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Set up: authenticator app' }))
})

test('whoever signs in while their account is attacked proves it by a mailed code', async ({
  page,
  server,
  mailed: { mailbox },
}) => {
  const who = await makeStaff(server, [bills])
  await withData(server, async (db) => {
    const key = `${await signInKey(db, who.email)}:elsewhere`
    await db.insertInto('attempts').values({ key, n: 11 }).execute()
  })
  await page.goto(`${server.url}/`)
  await typeCredentials(page, who)
  await expect(page.getByText('we have e-mailed you an 8-digit code')).toBeVisible()
  const field = page.getByLabel('Code from the e-mail')
  await expect(field).toBeFocused()
  await expectAccessibleEverywhere(page, 'the question for a mailed code')
  await page.keyboard.insertText('00000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is wrong.')).toBeVisible()
  const { text } = await mailbox.take(who.email, /Your code to sign in/)
  await type(page, field, /Your code is (\d{4} \d{4})/.exec(text)?.[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()
})

test('an owner who signed in long ago proves who they are to make another owner', async ({
  page,
  server,
  mailed: { mailbox },
}) => {
  const age = () =>
    withData(server, (db) =>
      db.updateTable('sessions').set({ proved_at: '2020-01-01T00:00:00.000Z' }).execute(),
    )
  const [one, other] = [await makeStaff(server, [bills]), await makeStaff(server, [bills])]
  const owner = await withData(server, async (db) => {
    const roles = db.selectFrom('roles').select('id').where('system', '=', true)
    const email = 'second-owner@example.com'
    return createAdmin(db, (await roles.executeTakeFirstOrThrow()).id, { name: 'Olga', email })
  })
  const idOf = (email: string) =>
    withData(server, (db) =>
      db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
  await addAuthenticator(page)
  await signIn(page, server, owner)
  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: 'Add a passkey' }))
  await writeIn(page, page.getByLabel('Name', { exact: true }).last(), 'Laptop')
  await type(page, page.getByLabel('Your password'), owner.password)
  await page.keyboard.press('Enter')
  await keepCodes(page)

  const makeOwner = async (email: string) => {
    await page.goto(`${server.url}/users/${(await idOf(email)).id}/edit`)
    await age()
    await type(page, page.getByLabel('Phone'), '+43 1 234')
    await page.getByLabel('Role').selectOption({ label: 'Owner' })
    await enter(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expect(dialog).toBeVisible()
  }
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await makeOwner(one.email)
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectAccessibleEverywhere(page, 'a step-up')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nothing was changed')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+43 1 234')
  await enter(page, page.getByRole('button', { name: 'Save', exact: true }))
  await writeIn(page, dialog.getByLabel('Your password'), 'not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Is not your password')).toBeVisible()
  await type(page, dialog.getByLabel('Your password'), owner.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/ saved$/)).toBeVisible()

  await makeOwner(other.email)
  await enter(page, dialog.getByRole('button', { name: 'Use a passkey instead' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/ saved$/).last()).toBeVisible()
  // The one whom the first call made an owner is told of the second.
  expect((await mailbox.take(one.email, /new owner/)).text).toContain('made')
})
