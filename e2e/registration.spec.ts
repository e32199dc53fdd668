import { confirmationIn } from '../apps/server/src/testing/mailbox.ts'
import { goodPassword, startWithMail, test, typeCredentials } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { choose } from './lib/people.ts'
import { openRecord } from './lib/record.ts'
import { expect } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

test.setTimeout(300_000)

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
      await enter(page, page.getByRole('link', { name: 'Create an account' }))
      await expect(page.getByText('becomes its owner')).toBeVisible()
      await expect(page.getByLabel('Name')).toBeFocused()
      await page.keyboard.press('Enter')
      for (const words of ['your name', 'your e-mail address', 'a password', 'the setup code'])
        await expect(page.getByText(`Enter ${words}`)).toBeVisible()
      await type(page, page.getByLabel('Name'), 'Olive <b>Owner</b>')
      await type(page, page.getByLabel('E-mail'), owner.email)
      await type(page, page.getByLabel('Password', { exact: true }), 'short')
      await expect(page.getByText('Too short: 5 of at least 10 characters')).toBeVisible()
      await type(page, page.getByLabel('Password', { exact: true }), '1234567890')
      await expect(page.getByText('Very weak')).toBeVisible()
      await type(page, page.getByLabel('Setup code'), 'AAAA')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Is one of the most common passwords')).toBeVisible()
      await expect(page.getByText('Is not the setup code that the server printed')).toBeVisible()
      await expect(page.getByLabel('Name')).toHaveValue('Olive <b>Owner</b>')
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      await expectAccessibleEverywhere(page, 'a refused registration')
    })

    await test.step('the owner is in at once', async () => {
      await type(page, page.getByLabel('Password', { exact: true }), owner.password)
      await expect(page.getByText('Strong')).toBeVisible()
      await type(page, page.getByLabel('Setup code'), setupCode)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'You are the owner' })).toBeVisible()
      await enter(page, page.getByRole('link', { name: 'Sign in' }))
      await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      await page.keyboard.type(owner.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: /waiting/ })).toBeHidden()
    })

    const other = await openWindow(browser)
    const register = async (name: string, email: string) => {
      await other.goto(`${server.url}/register`)
      await expect(other.getByText('e-mail you a link to confirm your address')).toBeVisible()
      await expect(other.getByLabel('Setup code')).toBeHidden()
      await type(other, other.getByLabel('Name'), name)
      await type(other, other.getByLabel('E-mail'), email)
      await type(other, other.getByLabel('Password', { exact: true }), goodPassword)
      await other.keyboard.press('Enter')
      await expect(other.getByRole('status')).toContainText('We have sent you an e-mail')
    }

    await test.step('whoever registers is told to look into their mail', async () => {
      await register('Ann Waits', 'ann@example.com')
      await register('Bob Waits', 'bob@example.com')
      await expectAccessible(other, 'a registration that waits')
      await typeCredentialsAt(other, server.url, 'ann@example.com')
      await expect(other.getByRole('alert')).toContainText('isn’t confirmed yet')
    })

    await test.step('nobody is let in before the address is confirmed', async () => {
      await page.goto(`${server.url}/users/waiting`)
      await expect(page.getByRole('row', { name: /Ann Waits.*Not confirmed/ })).toBeVisible()
      await expect(page.getByRole('link', { name: /to review/ })).toBeHidden()
      await tabTo(page, page.getByRole('row', { name: /Ann Waits/ }))
      await page.keyboard.press('Enter')
      const drawer = openRecord(page)
      await expect(drawer.getByRole('button', { name: 'Approve…' })).toHaveCount(0)
      await expect(drawer.getByText('hasn’t confirmed this address yet')).toBeVisible()
      await expectAccessible(page, 'somebody whose address is not confirmed')
      await page.keyboard.press('Escape')

      for (const email of ['ann@example.com', 'bob@example.com']) {
        const token = confirmationIn(await mailbox.take(email, /Confirm your e-mail/))
        // Opening a link, as programs that look through mail do, uses nothing up.
        await other.goto(`${server.url}/confirm/${token}`)
        await other.reload()
        if (email.startsWith('ann')) await expectAccessibleEverywhere(other, 'a confirmation')
        await enter(other, other.getByRole('button', { name: 'Yes, confirm my address' }))
        await expect(
          other.getByRole('heading', { name: 'Your address is confirmed' }),
        ).toBeVisible()
        await expect(other.getByRole('status')).toContainText('has been reviewed')
        await other.reload()
        await enter(other, other.getByRole('button', { name: 'Yes, confirm my address' }))
        await expect(
          other.getByRole('heading', { name: 'This link no longer works' }),
        ).toBeVisible()
      }
      await expectAccessible(other, 'a dead confirmation')
      await typeCredentialsAt(other, server.url, 'ann@example.com')
      await expect(other.getByRole('alert')).toContainText('waiting for approval')
    })

    await test.step('then they are, with a role', async () => {
      await page.reload()
      await enter(page, page.getByRole('link', { name: 'Users 2 registrations to review' }))
      await expect(page.getByRole('heading', { name: 'Admins' })).toBeVisible()
      await enter(page, page.getByRole('link', { name: 'Registrations 2 to review' }))
      await expect(page.getByRole('row', { name: /Ann Waits.*Confirmed/ })).toBeVisible()
      await expectAccessible(page, 'the list of those who wait')
      await tabTo(page, page.getByRole('row', { name: /Ann Waits/ }))
      await page.keyboard.press('Enter')
      await enter(page, page.getByRole('button', { name: 'Approve…', exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Approve Ann Waits' })
      await expect(dialog.getByLabel('Role')).toBeFocused()
      await enter(page, dialog.getByRole('button', { name: 'Approve' }))
      await expect(dialog.getByText('Choose a role').last()).toBeVisible()
      await expectAccessible(page, 'an approval without a role')
      await tabTo(page, dialog.getByLabel('Role'))
      await page.keyboard.type('Own')
      await enter(page, dialog.getByRole('button', { name: 'Approve' }))
      await expect(page.getByText('Ann Waits can sign in now')).toBeVisible()
      await expect(page.getByRole('row', { name: /Ann Waits/ })).toBeHidden()
      await expect(
        page.getByRole('link', { name: 'Users 1 registrations to review' }),
      ).toBeVisible()
      await mailbox.take('ann@example.com', /approved/)
      await typeCredentialsAt(other, server.url, 'ann@example.com')
      await expect(other.getByRole('navigation', { name: 'Areas' })).toBeVisible()
    })

    await test.step('or turn them away', async () => {
      await tabTo(page, page.getByRole('row', { name: /Bob Waits/ }))
      await choose(page, 'Bob Waits', 'Decline')
      await expect(page.getByText('New registrations appear here')).toBeVisible()
      await enter(page, page.getByRole('button', { name: 'Undo' }))
      await expect(page.getByRole('row', { name: /Bob Waits/ })).toBeVisible()
      await page.getByRole('button', { name: 'Decline Bob Waits' }).click()
      await expect(page.getByText('New registrations appear here')).toBeVisible()
      await expect(page.getByRole('link', { name: /waiting/ })).toBeHidden()
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
