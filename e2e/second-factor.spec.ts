import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { signInKey } from '../apps/server/src/modules/authentication/throttle.store.ts'
import { codeOf } from '../apps/server/src/testing/accounts.ts'
import { addAuthenticator, keepCodes, test, typeCredentials } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, type, writeIn } from './lib/keyboard.ts'
import { openAs } from './lib/signed-in.ts'
import { type Credentials, expect, makeStaff, withData } from './lib/steward.ts'

test.setTimeout(240_000)

const bills = permission('Operations', 'Bills', 'list')

async function signOut(page: Page): Promise<void> {
  await enter(page, page.getByRole('button', { name: /^Account/ }))
  const item = page.getByRole('menuitem', { name: 'Sign out' })
  // The focus may still move, such as back from a dialog that has just closed.
  await expect(async () => {
    await item.focus()
    await page.waitForTimeout(100)
    await expect(item).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
}

/** Sets an app up on the profile. @returns its key and the recovery codes */
async function setUpApp(page: Page, who: Credentials) {
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
  await openAs(page, server, '/profile', who)
  const key = await setUpApp(page, who)
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  await expectAccessible(page, 'the recovery codes')
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
  await expectAccessible(page, 'a wrong code')
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
  await openAs(page, server, '/profile', who)
  await enter(page, page.getByRole('button', { name: 'Add a passkey' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page, 'a passkey without a name')
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
  await expectAccessible(page, 'a profile with a passkey')

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
  await expectAccessible(page, 'the question for a mailed code')
  await page.keyboard.insertText('00000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is wrong.')).toBeVisible()
  const { text } = await mailbox.take(who.email, /Your code to sign in/)
  await type(page, field, /Your code is (\d{4} \d{4})/.exec(text)?.[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()
})
