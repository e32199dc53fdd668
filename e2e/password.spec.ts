import { permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { tokenIn } from '../apps/server/src/testing/mailbox.ts'
import {
  callServer,
  goodPassword,
  makeInvited,
  test,
  tokenOf,
  typeCredentials,
} from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, type, writeIn } from './lib/keyboard.ts'
import { like, t, within } from './lib/messages.ts'
import { subjectOf } from './lib/phrases.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

test.setTimeout(240_000)

const newPassword = 'four loud yellow trains'
const bills = permission('Operations', 'Bills', 'list')

test('a forgotten password is set anew by the link of a mail, which ends every session', async ({
  page,
  browser,
  server,
  mailed: { mailbox },
}) => {
  const who = await makeStaff(server, [bills])
  const elsewhere = await openWindow(browser)
  // It notices by its next call, and not by the stream of changes, which may tell before the page is loaded again.
  await elsewhere.route('**/api/admin/live', (route) => route.abort())
  await openAs(elsewhere, server, '/bills', who)

  await page.goto(`${server.url}/`)
  await type(page, page.getByLabel(t('E-mail')), who.email)
  await enter(page, page.getByRole('link', { name: t('Forgot your password?') }))
  await expect(page.getByLabel(t('E-mail'))).toHaveValue(who.email)
  await expectAccessibleEverywhere(page, 'the page for a forgotten password')

  await type(page, page.getByLabel(t('E-mail')), 'nobody@')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Failed to send reset email')
  await expect(
    page.getByText(capitalize(t('must be an e-mail address such as name@example.com'))),
  ).toBeVisible()
  await type(page, page.getByLabel(t('E-mail')), who.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText(
    t(
      'If there is a staff account with this address, we have e-mailed it a link. The link works for 60 minutes.',
    ),
  )
  await expectAccessible(page, 'the answer to a forgotten password')

  const link = `${server.url}/reset-password/${tokenIn(await mailbox.take(who.email, subjectOf('Set a new password')))}`
  await page.goto(link)
  const field = page.getByLabel(t('New password'))
  await expect(field).toBeFocused()
  await expect(page.getByText(within('This link works once and expires {time}.'))).toBeVisible()
  await page.keyboard.insertText('1234567890')
  await expect(page.getByText(t('Very weak', {}, 'a password'))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(capitalize(t('is one of the most common passwords')))).toBeVisible()
  await expectAccessibleEverywhere(page, 'a new password that is refused')
  await type(page, field, newPassword)
  await expect(page.getByText(t('Strong', {}, 'a password'))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText(
    t('Your new password is set. Please sign in with it.'),
  )
  await expect(page).toHaveURL(`${server.url}/`)
  await mailbox.take(who.email, subjectOf('Your password has been changed'))

  await elsewhere.reload()
  await expect(
    elsewhere
      .getByRole('region', { name: t('Notices') })
      .getByText('Session expired or unauthorized access'),
  ).toBeVisible()

  await typeCredentials(page, { ...who, password: newPassword })
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: t('This link no longer works') })).toBeVisible()
  await expectAccessible(page, 'a dead link')
  await enter(page, page.getByRole('link', { name: t('Request a new link') }))
  await expect(page).toHaveURL(`${server.url}/forgot-password`)
})

test('too many requests for a mail say how long to wait, and count down', async ({
  page,
  server,
}) => {
  const email = 'often@example.com'
  for (let each = 0; each < 60; each++)
    await callServer(server, 'accounts.forgotPassword', { body: { email } }).catch(() => null)
  await page.goto(`${server.url}/forgot-password`)
  await page.getByLabel(t('E-mail')).fill(email)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to send reset email')
  await expect(alert).toContainText(
    t(
      'Too many attempts. Please try again in {minutes, plural, one {a minute} other {# minutes}}.',
      { minutes: 60 },
    ),
  )
  const clock = page.getByRole('timer')
  const first = await clock.innerText()
  await expect(clock).toHaveText(/^(59:\d\d|1:00:00)$/)
  await expect(clock).not.toHaveText(first)
  await expectAccessible(page, 'a wait')
})

test('the own password is changed with the one there was; other sessions end', async ({
  page,
  browser,
  server,
}) => {
  const who = await makeStaff(server, [bills])
  const token = await tokenOf(server, who)
  await openAs(page, server, '/bills', who)
  await enter(page, page.getByRole('button', { name: like('Account: {name}') }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Staff')

  const sessions = page.getByRole('list', { name: t('Sessions') })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText(t('This session'))).toHaveCount(1)
  await expectAccessible(page, 'the profile')

  await type(page, page.getByLabel(t('Current password')), 'not this one')
  await type(page, page.getByLabel(t('New password')), newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(capitalize(t('is not your password')))).toBeVisible()
  await expect(page.getByLabel(t('Current password'))).toBeFocused()
  await expect(page.getByLabel(t('New password'))).toHaveValue(newPassword)
  await type(page, page.getByLabel(t('Current password')), who.password)
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(
      t(
        'Password changed. {ended, plural, one {# other session was signed out.} other {# other sessions were signed out.}}',
        { ended: 1 },
      ),
    ),
  ).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(callServer(server, 'profile.own', { token })).rejects.toThrow('401')

  // One place is signed out from here, and notices.
  const elsewhere = await openWindow(browser)
  // By its next call, and not by the stream of changes, which may tell before the page is loaded again.
  await elsewhere.route('**/api/admin/live', (route) => route.abort())
  await openAs(elsewhere, server, '/bills', { ...who, password: newPassword })
  await page.reload()
  await enter(page, page.getByRole('button', { name: like('Sign out: {device}') }))
  await enter(page, page.getByRole('dialog').getByRole('button', { name: t('Sign out') }))
  await expect(page.getByText(t('Session signed out'))).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.reload()
  await expect(
    elsewhere
      .getByRole('region', { name: t('Notices') })
      .getByText('Session expired or unauthorized access'),
  ).toBeVisible()
})

test('the own name is saved, asks before it is left, and survives a lost session', async ({
  page,
  server,
}) => {
  const who = await makeStaff(server, [bills])
  await openAs(page, server, '/profile', who)
  const field = page.getByRole('textbox', { name: t('Name') })
  await type(page, field, 'Zoë <i>Peters</i>')
  await enter(page, page.getByRole('link', { name: t('Bills') }))
  const dialog = page.getByRole('dialog', { name: t('Leave without saving?') })
  await expect(dialog.getByRole('button', { name: t('Stay') })).toBeFocused()
  await expectAccessible(page, 'the question before leaving')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/profile`)

  // The session ends with the name unsaved: it is there again after signing in. Both in one step, as
  // any other call of the page would end the session before.
  await page.getByRole('button', { name: t('Save') }).evaluate((save: HTMLButtonElement) => {
    localStorage.setItem('token', 'dead')
    save.click()
  })
  await expect(
    page
      .getByRole('region', { name: t('Notices') })
      .getByText('Session expired or unauthorized access'),
  ).toBeVisible()
  await typeCredentials(page, who)
  await expect(page).toHaveURL(`${server.url}/profile`)
  await expect(field).toHaveValue('Zoë <i>Peters</i>')
  await enter(page, page.getByRole('button', { name: t('Save') }))
  await expect(page.getByRole('heading', { level: 1, name: 'Zoë <i>Peters</i>' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: t('Account: {name}', { name: 'Zoë <i>Peters</i>' }) }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: t('Save') })).toBeHidden()
})

test('a first password that is too easy stands at its field, in sight, and nothing is lost', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 760 })
  await openAs(page, server, '/users/new?type=admin')
  await type(page, page.getByLabel(t('Name')), 'Wes Weak')
  await type(page, page.getByLabel(t('E-mail')), 'wes@example.com')
  const field = page.getByLabel(t('Password'), { exact: true })
  await type(page, field, 'password123')
  await expect(page.getByText(t('Very weak', {}, 'a password'))).toBeVisible()
  await page.getByLabel(t('Role')).selectOption('Moderator')
  await field.press('Enter')
  const words = page.getByText(capitalize(t('is one of the most common passwords')))
  await expect(words).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(
    new RegExp(
      `${t('is one of the most common passwords').slice(1)}.*${t('Very weak', {}, 'a password')}`,
    ),
  )
  const bar = await page.getByRole('button', { name: t('Create') }).boundingBox()
  await expect
    .poll(async () => (await words.boundingBox())?.y, 'the words are above the bar')
    .toBeLessThan((bar?.y ?? 0) - 20)
  await expectAccessible(page, 'a first password that is refused')
  await expect(page.getByLabel(t('Name'))).toHaveValue('Wes Weak')
  await type(page, field, goodPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('{name} created', { name: 'Wes Weak' }))).toBeVisible()
})

test('an invitation sets the first password on the same page', async ({
  page,
  browser,
  server,
  mailed: { mailbox },
}) => {
  const email = 'invited@example.com'
  const id = await makeInvited(server, 'Ina Invited', email)
  const owner = await openWindow(browser)
  await openAs(owner, server, `/users/${id}`)
  await enter(owner, owner.getByRole('button', { name: t('Send a new invitation') }))
  await expect(
    owner.getByText(t('Invitation sent to {name}', { name: 'Ina Invited' })),
  ).toBeVisible()
  await page.goto(
    `${server.url}/reset-password/${tokenIn(await mailbox.take(email, /staff account/))}`,
  )
  await expect(page.getByRole('heading', { name: t('Welcome. Set your password') })).toBeVisible()
  await expectAccessible(page, 'an invitation')
  await writeIn(page, page.getByLabel(t('New password')), goodPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText(
    t('Your new password is set. Please sign in with it.'),
  )
  await typeCredentials(page, { email, password: goodPassword })
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeAttached()
})
