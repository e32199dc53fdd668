import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter } from './lib/keyboard.ts'
import { drawn, like, t } from './lib/messages.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, type Server, test } from './lib/steward.ts'

const oneUndone = t('{done, plural, one {# change} other {# changes}} undone', { done: 1 })
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
  await enter(page, drawer(page).getByRole('button', { name: t('History'), exact: true }))
  const entries = drawer(page)
    .getByRole('region', { name: t('History') })
    .getByRole('listitem')
  const undo = (at: number) => entries.nth(at).getByRole('button', { name: t('Undo'), exact: true })
  await enter(page, entries.nth(1).getByRole('button', { name: new RegExp(t('Changed')) }))
  await enter(page, undo(1))
  const refused = page.getByRole('dialog', {
    name: drawn('Couldn’t undo {entry}', {
      entry: t('{action}: {record}', { action: t('Changed'), record: bill.number }),
    }),
  })
  await expect(refused.getByRole('row', { name: new RegExp(`^${t('Title')}`) })).toContainText(
    capitalize(t('has changed since')),
  )
  await expect(refused.getByRole('row', { name: new RegExp(`^${t('Notes')}`) })).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'why an entry is not taken back')
  await page.keyboard.press('Enter')
  await enter(page, entries.nth(0).getByRole('button', { name: new RegExp(t('Changed')) }))
  await enter(page, undo(0))
  await expect(page.getByText(oneUndone)).toBeVisible()
  await expect(drawer(page).getByText('Once', { exact: true }).first()).toBeVisible()
  await expect(entries.nth(1).getByText(t('Undone'))).toBeVisible()
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
  await enter(page, page.getByRole('button', { name: t('Undo what they did') }))
  const dialog = page.getByRole('dialog', { name: like('Undo what {person} did') })
  await expect(
    dialog.getByText(
      t(
        'This undoes {count, plural, one {# change} other {# changes}} to {records, plural, one {# record} other {# records}}.',
        { count: 2, records: 2 },
      ),
    ),
  ).toBeVisible()
  await expectAccessible(page, 'the question before an undo of a span')
  await enter(
    page,
    dialog.getByRole('button', {
      name: t('Undo {count, plural, one {# change} other {# changes}}', { count: 2 }),
    }),
  )
  await expect(
    dialog.getByText(
      t('{done, plural, one {# change} other {# changes}} undone; {left} not undone', {
        done: 1,
        left: 1,
      }),
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('region', { name: t('Not undone') })).toContainText(
    drawn('{record}: {failure}', {
      record: theirs.other.number,
      failure: t('“{title}” has changed since, so this can’t be undone.', {
        title: theirs.other.number,
      }),
    }),
  )
  await dialog.getByText(t('What was undone')).click()
  await expectAccessible(page, 'what an undo of a span came to')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/users/${actor}`)
  await page.getByRole('link', { name: t('History') }).click()
  await expect(page.getByRole('button', { name: t('Undo what they did') })).toBeVisible()
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
  await enter(page, drawer(page).getByRole('button', { name: t('Delete') }))
  await expect(rowOf(page, gone ?? '')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`open=.*${gone}`))
  await expect(drawer(page).getByRole('button', { name: t('Restore') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('Undo') })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: t('Undo') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, gone ?? '')).toHaveCount(1)
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`open=.*${next}`))

  // An edit, then a deletion, taken back the other way round.
  await enter(page, drawer(page).getByRole('button', { name: t('Edit') }))
  await drawer(page)
    .getByRole('textbox', { name: t('Title') })
    .fill('Edited by the key test')
  await drawer(page)
    .getByRole('textbox', { name: t('Title') })
    .press('Enter')
  await expect(title).toContainText('Edited by the key test')
  await enter(page, drawer(page).getByRole('button', { name: t('Delete') }))
  await expect(rowOf(page, next ?? '')).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('Undo') })).toBeVisible()
  await expectAccessible(page, 'a deletion that can be undone')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rowOf(page, next ?? '')).toContainText('Edited by the key test')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(oneUndone)).toBeVisible()
  await expect(rowOf(page, next ?? '')).not.toContainText('Edited by the key test')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(t('Nothing to undo.'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(
    page.getByText(t('Undo your last action; press again for the one before')),
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
  // By the keyboard: in some languages a link stands in its middle.
  await enter(page, page.locator('[data-row]').first())
  await expect(drawer(page).getByRole('button', { name: t('Copy as JSON') })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(t('Undo')) })).toHaveCount(0)
})
