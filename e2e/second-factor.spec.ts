import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { signInKey } from '../apps/server/src/modules/authentication/throttle.store.ts'
import { codeOf } from '../apps/server/src/testing/accounts.ts'
import { addAuthenticator, keepCodes, test, typeCredentials } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, type, writeIn } from './lib/keyboard.ts'
import { like, t } from './lib/messages.ts'
import { subjectOf } from './lib/phrases.ts'
import { openAs } from './lib/signed-in.ts'
import { type Credentials, expect, makeStaff, withData } from './lib/steward.ts'

test.setTimeout(240_000)

const bills = permission('Operations', 'Bills', 'list')

const codesLeft = (left: number) =>
  t('{left} of 10 left, in case you lose your other second factors', { left })

async function signOut(page: Page): Promise<void> {
  await enter(page, page.getByRole('button', { name: like('Account: {name}') }))
  const item = page.getByRole('menuitem', { name: t('Sign out') })
  // The focus may still move, such as back from a dialog that has just closed.
  await expect(async () => {
    await item.focus()
    await page.waitForTimeout(100)
    await expect(item).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('Sign in'), exact: true })).toBeVisible()
}

/** Sets an app up on the profile. @returns its key and the recovery codes */
async function setUpApp(page: Page, who: Credentials) {
  await enter(page, page.getByRole('button', { name: t('Set up: authenticator app') }))
  await writeIn(page, page.getByLabel(t('Your password')), 'not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText(capitalize(t('is not your password')))).toBeVisible()
  await type(page, page.getByLabel(t('Your password')), who.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('Scan the code with your app') })
  const drawn = () =>
    dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(drawn, 'the QR code is drawn').toBeGreaterThan(0)
  await expect(dialog.getByLabel(t('Code'), { exact: true })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the QR code')
  const key = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.keyboard.insertText('000000')
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByText(capitalize(t('is wrong. Enter the one currently shown in the app'))),
  ).toBeVisible()
  // A step back, so that the code of now is still unused.
  await type(page, dialog.getByLabel(t('Code'), { exact: true }), codeOf(key, -1))
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
  await expect(page.getByRole('dialog', { name: t('Save your recovery codes') })).toBeVisible()
  await expectAccessible(page, 'the recovery codes')
  const download = page.waitForEvent('download')
  await enter(page, page.getByRole('button', { name: t('Download') }))
  const file = await readFile(await (await download).path(), 'utf8')
  const codes = await keepCodes(page)
  expect(file).toContain(codes.join('\n'))
  await expect(page.getByText(codesLeft(10))).toBeVisible()
  await mailbox.take(who.email, subjectOf('Your second factor has been changed'))
  expect(
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  ).not.toContain(codes[0])

  await signOut(page)
  await typeCredentials(page, who)
  const code = page.getByLabel(t('Code'), { exact: true })
  await expect(code).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('Enter the code'), { exact: true })).toBeVisible()
  await page.keyboard.insertText('000000')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(t('That code is wrong, already used or expired. Enter another one.')),
  ).toBeVisible()
  await expectAccessible(page, 'a wrong code')
  await type(page, code, codeOf(key))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()

  await signOut(page)
  await typeCredentials(page, who)
  await enter(page, page.getByRole('button', { name: t('Use a recovery code') }))
  await expect(page.getByLabel(t('Recovery code'))).toBeFocused()
  await page.keyboard.insertText(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()
  await page.goto(`${server.url}/profile`)
  await expect(page.getByText(codesLeft(9))).toBeVisible()

  await enter(page, page.getByRole('button', { name: t('Turn off: authenticator app') }))
  await writeIn(page, page.getByLabel(t('Your password')), who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('Set up: authenticator app') })).toBeVisible()
  await expect(page.getByText(t('Recovery codes'))).toBeHidden()
})

test('a passkey is added, confirms a sign-in, replaces the password, and is removed', async ({
  page,
  server,
}) => {
  const who = await makeStaff(server, [bills])
  await addAuthenticator(page)
  await openAs(page, server, '/profile', who)
  await enter(page, page.getByRole('button', { name: t('Add a passkey') }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(t('Name'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('Enter a name'))).toBeVisible()
  await expect(page.getByText(t('Enter your password'))).toBeVisible()
  await expect(dialog.getByLabel(t('Name'))).toBeFocused()
  await expectAccessible(page, 'a passkey without a name')
  await page.keyboard.insertText('Work laptop')
  await type(page, dialog.getByLabel(t('Your password')), who.password)
  await page.keyboard.press('Enter')
  await keepCodes(page)
  const factors = page.getByRole('list', { name: t('Second factors') })
  await expect(factors.getByText('Work laptop')).toBeVisible()

  await enter(
    page,
    page.getByRole('button', { name: t('Rename: {name}', { name: 'Work laptop' }) }),
  )
  await type(page, dialog.getByLabel(t('Name')), 'Old laptop')
  await page.keyboard.press('Enter')
  await expect(factors.getByText('Old laptop')).toBeVisible()
  await expectAccessible(page, 'a profile with a passkey')

  await signOut(page)
  await typeCredentials(page, who)
  await expect(page.getByRole('button', { name: t('Use your passkey') })).toBeFocused()
  await expectAccessibleEverywhere(page, 'the question for a passkey')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()

  await signOut(page)
  await enter(page, page.getByRole('button', { name: t('Sign in with a passkey') }))
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()

  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: t('Remove: {name}', { name: 'Old laptop' }) }))
  await writeIn(page, page.getByLabel(t('Your password')), who.password)
  await page.keyboard.press('Enter')
  await expect(factors.getByText('Old laptop')).toBeHidden()
  await signOut(page)
  await enter(page, page.getByRole('button', { name: t('Sign in with a passkey') }))
  await expect(
    page.getByText(
      t('This passkey doesn’t belong to an account here. Sign in with your password.'),
    ),
  ).toBeVisible()
})

test('passkeys explain themselves at an address that is not theirs', async ({ page, server }) => {
  await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/`)
  await enter(page, page.getByRole('button', { name: t('Sign in with a passkey') }))
  await expect(page.getByRole('alert')).toContainText(
    t('Passkeys only work at {address}. Please open that address.', { address: server.url }),
  )
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
  await expect(
    page.getByText(
      t(
        'Many wrong passwords have been tried for your account. To confirm that it’s you, we have e-mailed you an 8-digit code. It is valid for 10 minutes.',
      ),
    ),
  ).toBeVisible()
  const field = page.getByLabel(t('Code from the e-mail'))
  await expect(field).toBeFocused()
  await expectAccessible(page, 'the question for a mailed code')
  await page.keyboard.insertText('00000000')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(t('That code is wrong. Enter the one from our latest e-mail.')),
  ).toBeVisible()
  const { text } = await mailbox.take(who.email, subjectOf('Your code to sign in'))
  await type(page, field, /(\d{4} \d{4})/.exec(text)?.[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()
})
