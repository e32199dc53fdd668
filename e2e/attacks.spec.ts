import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { confirmationIn } from '../apps/server/src/testing/mailbox.ts'
import { callServer, goodPassword, test, tokenOf, typeCredentials } from './lib/accounts.ts'
import { t } from './lib/messages.ts'
import { watchRequests } from './lib/quiet.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff } from './lib/steward.ts'

test.setTimeout(240_000)

const script = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'

/** Whatever is asked for elsewhere, and whether a script of a name has run. */
function watch(page: Page, home: string) {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== home) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => elsewhere.push(dialog.message()))
  return { elsewhere, ran: () => page.evaluate(() => 'ran' in window) }
}

test('class: open redirect after sign-in', async ({ page, server }) => {
  const who = await makeStaff(server, [permission('Operations', 'Bills', 'list')])
  const { elsewhere } = watch(page, server.url)
  // All of their kinds are held by return-to.test.ts.
  for (const evil of ['//evil.example/bills', 'javascript:window.ran=1']) {
    await page.goto(`${server.url}/404`)
    await page.evaluate((href) => {
      localStorage.clear()
      sessionStorage.setItem('steward-return-to', href)
    }, evil)
    const query = new URLSearchParams({ next: evil, redirect: evil, returnTo: evil, from: evil })
    await page.goto(`${server.url}/?${query}#${evil}`)
    await typeCredentials(page, who)
    await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()
    // The first area that the person may see.
    await expect(page, evil).toHaveURL(/\/bills$/)
    expect(new URL(page.url()).origin, evil).toBe(server.url)
  }
  expect(elsewhere).toEqual([])
  // A page of ours is what is returned to.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/bills?page=2`)
  await typeCredentials(page, who)
  await expect(page).toHaveURL(`${server.url}/bills?page=2`)
})

test('class: stored script in names shown to staff', async ({
  page,
  server,
  mailed: { mailbox },
}) => {
  const name = `Eve ${script}`
  const { ran, elsewhere } = watch(page, server.url)
  const quiet = watchRequests(page)
  const harmless = async (where: string) => {
    await quiet()
    expect([where, await ran(), elsewhere]).toEqual([where, false, []])
    expect(await page.locator('img[src="x"], img[onerror]').count(), where).toBe(0)
  }
  const email = 'eve@example.com'
  await callServer(server, 'accounts.register', { body: { name, email, password: goodPassword } })
  const token = confirmationIn(await mailbox.take(email, /Confirm your e-mail/))
  await callServer(server, 'accounts.confirmAddress', { body: { token } })
  await openAs(page, server, '/users/waiting')
  await page.getByRole('row', { name: /Eve <img/ }).click()
  await expect(openRecord(page).getByText(name).first()).toBeVisible()
  await harmless('the drawer')
  await openRecord(page)
    .getByRole('button', { name: t('Approve…') })
    .click()
  const dialog = page.getByRole('dialog', {
    name: t('{count, plural, =1 {Approve {name}} other {Approve # people}}', { count: 1, name }),
  })
  await dialog.getByLabel(t('Role')).selectOption({ label: 'Owner' })
  await dialog.getByRole('button', { name: t('Approve'), exact: true }).click()
  await expect(page.getByText(t('{name} can sign in now', { name }))).toBeVisible()
  await harmless('the message')
  await page.goto(`${server.url}/users/admins?search=Eve`)
  await expect(page.getByRole('row', { name: /Eve <img/ })).toBeVisible()
  await harmless('the list')

  // The same person sees the own name, and has named a passkey's place and a role so.
  const who = { email, password: goodPassword }
  const own = await tokenOf(server, who)
  const role = { name: `Role ${script}`, description: script, permissions: [] }
  await callServer(server, 'roles.create', { token: own, body: role })
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/profile`)
  await typeCredentials(page, who)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('button', { name: t('Account: {name}', { name }) })).toBeVisible()
  await harmless('the profile')
  await page.goto(`${server.url}/roles?name=script`)
  await expect(page.getByText(`Role ${script}`).first()).toBeVisible()
  await harmless('the roles')
})
