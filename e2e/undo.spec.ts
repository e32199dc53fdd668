import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter } from './lib/keyboard.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, type Server, test } from './lib/steward.ts'

const drawer = (page: Page) => openRecord(page)
const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)

interface Bill {
  _id: string
  number: string
  title: string
}

/** Bills of the demonstration from a place on, and calls by somebody. */
async function stage(server: Server, from: number, who = server.owner) {
  const token = await tokenOf(server, who)
  const call = (...[name, options]: [Parameters<typeof callServer>[1], object?]) =>
    callServer(server, name, { token, ...options }) as Promise<never>
  const owner = { token: await tokenOf(server, server.owner), query: { limit: '40' } }
  const { bills } = (await callServer(server, 'bills.list', owner)) as unknown as { bills: Bill[] }
  const change = (bill: Bill, data: object) =>
    call('bills.update', { params: { id: bill._id }, body: { data } })
  const [bill, other] = bills.slice(from)
  if (!bill || !other) throw new Error(`there are only ${bills.length} bills`)
  return { call, change, bill, other }
}

test('an edit is taken back from the history, unless something newer stands in the way', async ({
  page,
  server,
}) => {
  const { change, bill } = await stage(server, 0)
  await change(bill, { title: 'Once', notes: 'Once' })
  await change(bill, { title: 'Twice' })
  await openAs(page, server, `/bills?search=${bill.number}&open=${bill._id}`)
  await enter(page, drawer(page).getByRole('button', { name: 'History', exact: true }))
  const entries = drawer(page).getByRole('region', { name: 'History' }).getByRole('listitem')
  const undo = (at: number) => entries.nth(at).getByRole('button', { name: 'Undo', exact: true })
  await enter(page, entries.nth(1).getByRole('button', { name: /Changed/ }))
  await enter(page, undo(1))
  const refused = page.getByRole('dialog', { name: `Couldn’t undo Changed: ${bill.number}` })
  await expect(refused.getByRole('row', { name: /^Title/ })).toContainText('Has changed since')
  await expect(refused.getByRole('row', { name: /^Notes/ })).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'why an entry is not taken back')
  await page.keyboard.press('Enter')
  await enter(page, entries.nth(0).getByRole('button', { name: /Changed/ }))
  await enter(page, undo(0))
  await expect(page.getByText('1 change undone')).toBeVisible()
  await expect(drawer(page).getByText('Once', { exact: true }).first()).toBeVisible()
  await expect(entries.nth(1).getByText('Undone')).toBeVisible()
  await enter(page, undo(2))
  await expect(drawer(page)).toContainText(bill.title)
  await expectAccessible(page, 'a history with what is undone')
})

test('all that a person did in a span of time is taken back; what is newer is left and named', async ({
  page,
  server,
}) => {
  const rogue = await makeStaff(server, [
    permission('Operations', 'Bills', 'list'),
    permission('Operations', 'Bills', 'update'),
  ])
  const theirs = await stage(server, 10, rogue)
  await theirs.change(theirs.bill, { title: 'Spoilt' })
  await theirs.change(theirs.other, { title: 'Spoilt too' })
  const mine = await stage(server, 10)
  await mine.change(mine.other, { title: 'Mended' })
  await openAs(page, server, `/audit-log?record=${theirs.bill._id}`)
  const actor = await page.evaluate(
    async ([url, record]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      const answer = await fetch(`${url}/api/admin/audit-log?record=${record}`, { headers })
      return (await answer.json()).data.entries[0].actor._id as string
    },
    [server.url, theirs.bill._id],
  )
  await page.goto(`${server.url}/audit-log?actor=${actor}`)
  await enter(page, page.getByRole('button', { name: 'Undo what they did' }))
  const dialog = page.getByRole('dialog', { name: /^Undo what Staff/ })
  await expect(dialog.getByText('This undoes 2 changes to 2 records.')).toBeVisible()
  await expectAccessible(page, 'the question before an undo of a span')
  await enter(page, dialog.getByRole('button', { name: 'Undo 2 changes' }))
  await expect(dialog.getByText('1 change undone; 1 not undone')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Not undone' })).toContainText(
    `${theirs.other.number}: “${theirs.other.number}” has changed since`,
  )
  await dialog.getByText('What was undone').click()
  await expectAccessible(page, 'what an undo of a span came to')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/users/${actor}`)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('button', { name: 'Undo what they did' })).toBeVisible()
})

test('a deleted record stays open; one key reaches Undo, another takes acts back', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/bills?filters=none&sort=number')
  const first = page.locator('[data-row]').first()
  await first.waitFor()
  const [gone, next] = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''))
  await first.click()
  const title = drawer(page).getByRole('heading', { level: 2 }).first()
  await enter(page, drawer(page).getByRole('button', { name: 'Delete' }))
  await expect(rowOf(page, gone ?? '')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`open=.*${gone}`))
  await expect(drawer(page).getByRole('button', { name: 'Restore' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, gone ?? '')).toHaveCount(1)
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`open=.*${next}`))

  // An edit, then a deletion, taken back the other way round.
  await enter(page, drawer(page).getByRole('button', { name: 'Edit' }))
  await drawer(page).getByRole('textbox', { name: 'Title' }).fill('Edited by the key test')
  await drawer(page).getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(title).toContainText('Edited by the key test')
  await enter(page, drawer(page).getByRole('button', { name: 'Delete' }))
  await expect(rowOf(page, next ?? '')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page, 'a deletion that can be undone')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rowOf(page, next ?? '')).toContainText('Edited by the key test')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('1 change undone')).toBeVisible()
  await expect(rowOf(page, next ?? '')).not.toContainText('Edited by the key test')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('Nothing to undo.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(
    page.getByText('Undo your last action; press again for the one before'),
  ).toBeVisible()
})

test('who may read the log but not undo is offered nothing of it', async ({ page, server }) => {
  const { change, bill } = await stage(server, 20)
  await change(bill, { title: 'Not for you' })
  const staff = await makeStaff(server, [
    permission('System', 'Audit log', 'list'),
    permission('Operations', 'Bills', 'list'),
    permission('Operations', 'Bills', 'update'),
  ])
  await openAs(page, server, `/audit-log?record=${bill._id}`, staff)
  await page.locator('[data-row]').first().click()
  await expect(drawer(page).getByRole('button', { name: 'Copy as JSON' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Undo/ })).toHaveCount(0)
})
