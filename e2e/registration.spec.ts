import { capitalize } from '@steward/contract/values/capitalize'
import { confirmationIn } from '../apps/server/src/testing/mailbox.ts'
import { goodPassword, startWithMail, test, typeCredentials } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { count, t, within } from './lib/messages.ts'
import { choose } from './lib/people.ts'
import { openRecord } from './lib/record.ts'
import { expect } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

test.setTimeout(300_000)

/** A message with parts in bold, as they are read. */
const inBold = (message: string) => t(message, { app: 'Steward' }).replaceAll(/<\/?b>/g, '')
const noneWait = t('New registrations appear here for approval.')
const toReview = (waiting: number) =>
  `${t('Users')} ${count(waiting)} ${t('registrations to review')}`

test('the first account becomes the owner; later ones wait, and are let in or turned away', async ({
  browser,
}) => {
  // Beyond loopback the first owner has to bring the code that the server printed.
  const { server, mailbox } = await startWithMail({
    DEMO: '0',
    OWNER_EMAIL: '',
    OWNER_PASSWORD: '',
    HOST: '0.0.0.0',
  })
  try {
    const setupCode = /Setup code {2}(\S+)/.exec(server.greeting)?.[1] ?? ''
    const owner = { email: 'Olive@example.com', password: goodPassword }
    const page = await openWindow(browser)

    await test.step('refusals stand at their fields, all at once, and nothing typed is lost', async () => {
      await page.goto(`${server.url}/`)
      await enter(page, page.getByRole('link', { name: t('Create an account') }))
      await expect(
        page.getByText(
          inBold(
            '{app} has no staff yet: this account becomes its <b>owner</b> and can sign in at once.',
          ),
        ),
      ).toBeVisible()
      await expect(page.getByLabel(t('Name'))).toBeFocused()
      await page.keyboard.press('Enter')
      for (const words of [
        'Enter your name',
        'Enter your e-mail address',
        'Enter a password',
        'Enter the setup code of this server',
      ])
        await expect(page.getByText(t(words))).toBeVisible()
      await type(page, page.getByLabel(t('Name')), 'Olive <b>Owner</b>')
      await type(page, page.getByLabel(t('E-mail')), owner.email)
      await type(page, page.getByLabel(t('Password'), { exact: true }), 'short')
      await expect(
        page.getByText(
          t(
            'Too short: {length} of at least {min, plural, one {# character} other {# characters}}',
            { length: 5, min: 10 },
          ),
        ),
      ).toBeVisible()
      await type(page, page.getByLabel(t('Password'), { exact: true }), '1234567890')
      await expect(page.getByText(t('Very weak', {}, 'a password'))).toBeVisible()
      await type(page, page.getByLabel(t('Setup code')), 'AAAA')
      await page.keyboard.press('Enter')
      await expect(
        page.getByText(capitalize(t('is one of the most common passwords'))),
      ).toBeVisible()
      await expect(
        page.getByText(capitalize(t('is not the setup code that the server printed at startup'))),
      ).toBeVisible()
      await expect(page.getByLabel(t('Name'))).toHaveValue('Olive <b>Owner</b>')
      await expect(page.getByLabel(t('Password'), { exact: true })).toBeFocused()
      await expectAccessibleEverywhere(page, 'a refused registration')
    })

    await test.step('the owner is in at once', async () => {
      await type(page, page.getByLabel(t('Password'), { exact: true }), owner.password)
      await expect(page.getByText(t('Strong', {}, 'a password'), { exact: true })).toBeVisible()
      await type(page, page.getByLabel(t('Setup code')), setupCode)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: t('You are the owner') })).toBeVisible()
      await enter(page, page.getByRole('link', { name: t('Sign in') }))
      await expect(page.getByLabel(t('E-mail'))).toHaveValue(owner.email)
      await expect(page.getByLabel(t('Password'), { exact: true })).toBeFocused()
      await page.keyboard.type(owner.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('Users'), exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: within('registrations to review') })).toBeHidden()
    })

    const other = await openWindow(browser)
    const register = async (name: string, email: string) => {
      await other.goto(`${server.url}/register`)
      await expect(
        other.getByText(
          inBold(
            'We’ll e-mail you a link to confirm your address. Your account then <b>waits</b> until staff of {app} approve it.',
          ),
        ),
      ).toBeVisible()
      await expect(other.getByLabel(t('Setup code'))).toBeHidden()
      await type(other, other.getByLabel(t('Name')), name)
      await type(other, other.getByLabel(t('E-mail')), email)
      await type(other, other.getByLabel(t('Password'), { exact: true }), goodPassword)
      await other.keyboard.press('Enter')
      await expect(other.getByRole('status')).toContainText(
        t(
          'We have sent you an e-mail. Open the link in it within 24 hours to confirm your e-mail address. Staff then review your registration.',
        ),
      )
    }

    await test.step('whoever registers is told to look into their mail', async () => {
      await register('Ann Waits', 'ann@example.com')
      await register('Bob Waits', 'bob@example.com')
      await expectAccessible(other, 'a registration that waits')
      await typeCredentialsAt(other, server.url, 'ann@example.com')
      await expect(other.getByRole('alert')).toContainText(
        t(
          'Your e-mail address isn’t confirmed yet. Open the link we e-mailed you, or register again with the same address to get a new one.',
        ),
      )
    })

    await test.step('nobody is let in before the address is confirmed', async () => {
      await page.goto(`${server.url}/users/waiting`)
      await expect(
        page
          .getByRole('row', { name: /Ann Waits/ })
          .getByText(t('Not confirmed', {}, 'a status'), { exact: true }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: within('to review') })).toBeHidden()
      await tabTo(page, page.getByRole('row', { name: /Ann Waits/ }))
      await page.keyboard.press('Enter')
      const drawer = openRecord(page)
      await expect(drawer.getByRole('button', { name: t('Approve…') })).toHaveCount(0)
      await expect(
        drawer.getByText(
          t(
            '{name} hasn’t confirmed this address yet, so it might be somebody else’s. They can be approved once they have used the link in their e-mail. Registering again with the same address sends a new link.',
            { name: 'Ann Waits' },
          ),
        ),
      ).toBeVisible()
      await expectAccessible(page, 'somebody whose address is not confirmed')
      await page.keyboard.press('Escape')

      for (const email of ['ann@example.com', 'bob@example.com']) {
        const token = confirmationIn(await mailbox.take(email, /Confirm your e-mail/))
        // Opening a link, as programs that look through mail do, uses nothing up.
        await other.goto(`${server.url}/confirm/${token}`)
        await other.reload()
        if (email.startsWith('ann')) await expectAccessibleEverywhere(other, 'a confirmation')
        await enter(other, other.getByRole('button', { name: t('Yes, confirm my address') }))
        await expect(
          other.getByRole('heading', { name: t('Your address is confirmed') }),
        ).toBeVisible()
        await expect(other.getByRole('status')).toContainText(
          t(
            'Your e-mail address is confirmed. You will get an e-mail once your registration has been reviewed.',
          ),
        )
        await other.reload()
        await enter(other, other.getByRole('button', { name: t('Yes, confirm my address') }))
        await expect(
          other.getByRole('heading', { name: t('This link no longer works') }),
        ).toBeVisible()
      }
      await expectAccessible(other, 'a dead confirmation')
      await typeCredentialsAt(other, server.url, 'ann@example.com')
      await expect(other.getByRole('alert')).toContainText(
        t('Your account is waiting for approval. You can sign in once it has been approved.'),
      )
    })

    await test.step('then they are, with a role', async () => {
      await page.reload()
      await enter(page, page.getByRole('link', { name: toReview(2) }))
      await expect(page.getByRole('heading', { name: t('Admins') })).toBeVisible()
      await enter(
        page,
        page.getByRole('link', { name: `${t('Registrations')} ${count(2)} ${t('to review')}` }),
      )
      await expect(
        page
          .getByRole('row', { name: /Ann Waits/ })
          .getByText(t('Confirmed', {}, 'a status'), { exact: true }),
      ).toBeVisible()
      await expectAccessible(page, 'the list of those who wait')
      await tabTo(page, page.getByRole('row', { name: /Ann Waits/ }))
      await page.keyboard.press('Enter')
      await enter(page, page.getByRole('button', { name: t('Approve…'), exact: true }))
      const dialog = page.getByRole('dialog', {
        name: t('{count, plural, =1 {Approve {name}} other {Approve # people}}', {
          count: 1,
          name: 'Ann Waits',
        }),
      })
      await expect(dialog.getByLabel(t('Role'))).toBeFocused()
      await enter(page, dialog.getByRole('button', { name: t('Approve') }))
      await expect(dialog.getByText(t('Choose a role')).last()).toBeVisible()
      await expectAccessible(page, 'an approval without a role')
      await tabTo(page, dialog.getByLabel(t('Role')))
      await page.keyboard.type('Own')
      await enter(page, dialog.getByRole('button', { name: t('Approve') }))
      await expect(page.getByText(t('{name} can sign in now', { name: 'Ann Waits' }))).toBeVisible()
      await expect(page.getByRole('row', { name: /Ann Waits/ })).toBeHidden()
      await expect(page.getByRole('link', { name: toReview(1) })).toBeVisible()
      await mailbox.take('ann@example.com', /approved/)
      await typeCredentialsAt(other, server.url, 'ann@example.com')
      await expect(other.getByRole('navigation', { name: t('Areas') })).toBeVisible()
    })

    await test.step('or turn them away', async () => {
      await tabTo(page, page.getByRole('row', { name: /Bob Waits/ }))
      await choose(page, 'Bob Waits', t('Decline'))
      await expect(page.getByText(noneWait)).toBeVisible()
      await enter(page, page.getByRole('button', { name: t('Undo') }))
      await expect(page.getByRole('row', { name: /Bob Waits/ })).toBeVisible()
      await page
        .getByRole('button', {
          name: t('{action} {name}', { action: t('Decline'), name: 'Bob Waits' }),
        })
        .click()
      await expect(page.getByText(noneWait)).toBeVisible()
      await expect(page.getByRole('link', { name: within('registrations to review') })).toBeHidden()
      await mailbox.take('bob@example.com', /declined/)
    })
  } finally {
    await server.stop()
  }
})

async function typeCredentialsAt(
  page: Parameters<typeof typeCredentials>[0],
  url: string,
  email: string,
) {
  await page.goto(`${url}/`)
  await typeCredentials(page, { email, password: goodPassword })
}
