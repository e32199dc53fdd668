import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { like, t, within } from './lib/messages.ts'
import { anyActions } from './lib/phrases.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

test('a list is shown as it stood before a change, and leads back to now', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server, server.owner)
  const query = { status: 'due', limit: '1' }
  const { bills } = (await callServer(server, 'bills.list', { token, query })) as {
    bills: { _id: string; number: string; title: string }[]
  }
  const [bill] = bills
  if (!bill) throw new Error('the demonstration has no bills')
  const moment = new Date().toISOString()
  await callServer(server, 'bills.update', {
    token,
    params: { id: bill._id },
    body: { data: { title: 'Of another time' } },
  })

  await openAs(page, server, `/bills?search=${bill.number}&asOf=${moment}`)
  const row = page.locator('[data-row]')
  await expect(row).toContainText(bill.title)
  await expect(row.getByRole('button', { name: anyActions })).toHaveCount(0)
  await expect(page.getByRole('note')).toContainText(
    within('As of {time}. This view is read-only.'),
  )
  await page
    .getByRole('note')
    .getByRole('link', { name: t('Back to now') })
    .click()
  await expect(row).toContainText('Of another time')

  await page.goto(`${server.url}/bills?asOf=${moment}`)
  await page.getByRole('button', { name: like('As of {time}') }).click()
  await expect(page.getByLabel(t('Date'), { exact: true })).toBeVisible()
  await expectAccessible(page, 'a list at a time in the past')
  await page.keyboard.press('Escape')

  await page.goto(`${server.url}/bills?asOf=2020-01-01T00:00Z`)
  await expect(
    page.getByText(
      new RegExp(within('must not be before {time}, when the audit log begins').source, 'i'),
    ),
  ).toBeVisible()
})
