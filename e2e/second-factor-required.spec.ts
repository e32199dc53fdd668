import { permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { createAdmin } from '../apps/server/src/testing/factories.ts'
import {
  addAuthenticator,
  callServer,
  keepCodes,
  test,
  tokenOf,
  typeCredentials,
} from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo, type, writeIn } from './lib/keyboard.ts'
import { like, t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

test.setTimeout(240_000)

const bills = permission('Operations', 'Bills', 'list')
const roles = permission('Roles', 'Roles', 'list')

test('a role that requires a second factor has it set up first; an owner can take it away', async ({
  page,
  browser,
  server,
}) => {
  const who = await makeStaff(server, [bills, roles])
  const { role, _id: id } = (await callServer(server, 'profile.own', {
    token: await tokenOf(server, who),
  })) as { _id: string; role: { _id: string } }
  const owner = await openWindow(browser)
  await openAs(owner, server, `/roles?open=${role._id}`)
  await enter(owner, owner.getByRole('button', { name: t('Change sign-in settings…') }))
  await expect(owner.getByLabel(t('Require a second factor'))).toBeFocused()
  await owner.keyboard.press('Space')
  await type(owner, owner.getByLabel(t('Concurrent sessions')), 'many')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText(t('Must be a whole number, or empty'))).toBeVisible()
  await type(owner, owner.getByLabel(t('Concurrent sessions')), '500')
  await owner.keyboard.press('Enter')
  await expect(
    owner.getByText(
      capitalize(t('must be a whole number from {min} to {max}', { min: 1, max: 100 })),
    ),
  ).toBeVisible()
  await expectAccessible(owner, 'how a role signs in')
  await type(owner, owner.getByLabel(t('Concurrent sessions')), '5')
  await owner.keyboard.press('Enter')
  await expect(owner.getByText(t('Up to {count}', { count: 5 }, 'sessions'))).toBeVisible()

  await addAuthenticator(page)
  await page.goto(`${server.url}/bills`)
  await typeCredentials(page, who)
  await expect(page.getByRole('heading', { name: t('Set up a second factor') })).toBeVisible()
  await expectAccessibleEverywhere(page, 'the set-up that is required')
  await page.goto(`${server.url}/roles`)
  await enter(page, page.getByRole('button', { name: t('Add a passkey') }))
  await writeIn(page, page.getByLabel(t('Name')), 'Key')
  await type(page, page.getByLabel(t('Your password')), who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: t('Save your recovery codes') })).toBeVisible()
  // Back from another window, where the codes were kept, they are still there.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await keepCodes(page)
  await expect(
    page.getByRole('heading', { level: 1, name: new RegExp(`^${t('Roles')}`) }),
  ).toBeVisible()

  // The last one can't be removed.
  await page.goto(`${server.url}/profile`)
  await enter(page, page.getByRole('button', { name: t('Remove: {name}', { name: 'Key' }) }))
  await writeIn(page, page.getByLabel(t('Your password')), who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    t('Your role requires a second factor, and this is your only one. Add another one first.'),
  )

  await owner.goto(`${server.url}/users/${id}`)
  await enter(owner, owner.getByRole('button', { name: t('Remove second factor…') }))
  await expectAccessible(owner, 'the question before a factor is taken away')
  await enter(
    owner,
    owner.getByRole('dialog').getByRole('button', { name: t('Remove second factor'), exact: true }),
  )
  await expect(owner.getByText(t('No second factor'))).toBeVisible()
  await page.goto(`${server.url}/bills`)
  await expect(
    page
      .getByRole('region', { name: t('Notices') })
      .getByText('Session expired or unauthorized access'),
  ).toBeVisible()
  await typeCredentials(page, who)
  await expect(page.getByRole('heading', { name: t('Set up a second factor') })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: t('Set up: authenticator app') }))
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
  await openAs(page, server, '/profile', owner)
  await enter(page, page.getByRole('button', { name: t('Add a passkey') }))
  await writeIn(page, page.getByLabel(t('Name'), { exact: true }).last(), 'Laptop')
  await type(page, page.getByLabel(t('Your password')), owner.password)
  await page.keyboard.press('Enter')
  await keepCodes(page)

  const makeOwner = async (email: string) => {
    await page.goto(`${server.url}/users/${(await idOf(email)).id}/edit`)
    await age()
    await type(page, page.getByLabel(t('Phone')), '+43 1 234')
    await page.getByLabel(t('Role')).selectOption({ label: 'Owner' })
    await enter(page, page.getByRole('button', { name: t('Save'), exact: true }))
    await expect(dialog).toBeVisible()
  }
  const dialog = page.getByRole('dialog', { name: t('Confirm that it’s you') })
  await makeOwner(one.email)
  await expect(dialog.getByLabel(t('Your password'))).toBeFocused()
  await expectAccessible(page, 'a step-up')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText(t('Nothing was changed. Confirm with your password or a passkey first.')),
  ).toBeVisible()
  await expect(page.getByLabel(t('Phone'))).toHaveValue('+43 1 234')
  await enter(page, page.getByRole('button', { name: t('Save'), exact: true }))
  await writeIn(page, dialog.getByLabel(t('Your password')), 'not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(capitalize(t('is not your password')))).toBeVisible()
  await type(page, dialog.getByLabel(t('Your password')), owner.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(like('{name} saved'))).toBeVisible()

  await makeOwner(other.email)
  await enter(page, dialog.getByRole('button', { name: t('Use a passkey instead') }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(like('{name} saved')).last()).toBeVisible()
  // The one whom the first call made an owner is told of the second.
  expect((await mailbox.take(one.email, /new owner/)).text).toContain('made')
})
