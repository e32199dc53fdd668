import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { enter, tabTo, type as typeInto } from './lib/keyboard.ts'
import { drawn, pattern, t, within } from './lib/messages.ts'
import { counted, money, permissionText, saveOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, type Server, signIn, test } from './lib/steward.ts'

/** The name of what an entry says, alone or within a history. */
const whatChanged = new RegExp(
  `${pattern(t('What changed'))}|${within('What changed in entry {id}').source}`,
)

const rows = '[data-row]'
/** What says that a value, a pattern, became another one. */
const fromTo = (was: string, now: string) =>
  new RegExp(
    drawn(
      '<before><unseen>was </unseen>{was}</before><after><unseen>, now </unseen>{now}</after>',
      { was, now },
    ),
  )
const changed = (record: string) => t('{action}: {record}', { action: t('Changed'), record })
const without = (field: string) => t('Remove filter {field}', { field: t(field) })
const drawer = (page: Page) => openRecord(page)

interface Bill {
  _id: string
  number: string
  amount: number
}

const oneEvening = { title: 'One evening', amount: 1200, currency: 'EUR', status: 'due' }

/** Calls by the owner, who makes bills of one's own: those of the demonstration are changed by other tests, too. */
async function stage(server: Server) {
  const token = await tokenOf(server, server.owner)
  const call = (...[name, options]: [Parameters<typeof callServer>[1], object?]) =>
    callServer(server, name, { token, ...options }) as Promise<never>
  const makeBill = (): Promise<Bill> =>
    call('bills.create', {
      body: { data: { ...oneEvening, payer: { name: 'Ada' } } },
    })
  const change = (bill: Bill, data: object) =>
    call('bills.update', { params: { id: bill._id }, body: { data } })
  return { call, change, makeBill }
}

test('a bill is changed, and its history says what was and what is, by the keyboard alone', async ({
  page,
  server,
}) => {
  const { makeBill } = await stage(server)
  const { _id, number } = await makeBill()
  await openAs(page, server, `/bills?search=${number}&open=${_id}`)
  await enter(page, drawer(page).getByRole('button', { name: t('Edit') }))
  await typeInto(page, drawer(page).getByLabel(t('Title')), 'Three evenings in the hall')
  await enter(page, drawer(page).getByRole('button', { name: saveOne('bill') }))

  const history = drawer(page).getByRole('button', { name: t('History'), exact: true })
  await expect(history).toHaveAttribute('aria-expanded', 'false')
  await enter(page, history)
  const entries = drawer(page)
    .getByRole('region', { name: t('History') })
    .getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.last()).toContainText(t('Created'))
  await enter(
    page,
    entries.first().getByRole('button', { name: new RegExp(`${t('Changed')}.*Owner`) }),
  )
  const what = drawer(page).getByRole('region', { name: whatChanged })
  await expect(what).toContainText(fromTo('.+', 'Three evenings in the hall'))
  await expectAccessible(page, 'the history of a bill')

  await enter(page, drawer(page).getByRole('link', { name: t('Open in the audit log') }))
  await expect(page).toHaveURL(/audit-log/)
  await expect(drawer(page)).toHaveAccessibleName(changed(number))
  await expectAccessible(page, 'an entry of the audit log')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(
    page.getByRole('button', { name: `${t('{label}:', { label: t('Record') })} ${number}` }),
  ).toBeVisible()
  await expect(page.locator(rows)).toHaveCount(2)
})

test('what is changed while a history stands open comes into it', async ({ page, server }) => {
  const { makeBill } = await stage(server)
  const { _id, number } = await makeBill()
  await openAs(page, server, `/bills?search=${number}&open=${_id}`)
  await drawer(page)
    .getByRole('button', { name: t('History'), exact: true })
    .click()
  const entries = drawer(page)
    .getByRole('region', { name: t('History') })
    .getByRole('listitem')
  await expect(entries).toHaveCount(1)
  await drawer(page)
    .getByRole('button', { name: t('Mark as paid'), exact: true })
    .click()
  await expect(entries).toHaveCount(2)
  await entries.first().getByRole('button').click()
  const what = drawer(page).getByRole('region', { name: whatChanged })
  await expect(what).toContainText(fromTo(t('Due', {}, 'a status'), t('Paid', {}, 'a status')))
})

test('the log is narrowed by person, area, record, action, day and title', async ({
  page,
  server,
}) => {
  const { makeBill, change, call } = await stage(server)
  const [bill, gone] = [await makeBill(), await makeBill()]
  await change(bill, { amount: bill.amount + 100 })
  await call('bills.delete', { params: { id: gone._id } })
  const other = await makeStaff(server, [permission('Operations', 'Bills', 'list')])
  await tokenOf(server, other)
  await openAs(page, server, '/audit-log')
  await expect(page.locator(rows).first()).toBeVisible()
  await expectAccessible(page, 'the audit log')
  const choose = async (filter: string, choice: string) => {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: choice, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  const column = (at: number) => page.locator(`${rows} td:nth-child(${at})`)

  await choose(t('Area'), t('Bills'))
  await choose(t('Action'), t('Deleted', {}, 'an action in the audit log'))
  await expect(page).toHaveURL(/area=.*action=/)
  await expect(
    column(4).filter({ hasNotText: t('Deleted', {}, 'an action in the audit log') }),
  ).toHaveCount(0)
  const removed = page.locator(rows).filter({ hasText: gone.number })
  await expect(removed).toContainText(t('deleted'))
  await expect(removed.getByRole('link')).toHaveAttribute('href', /\/bills\?.*deleted=only/)
  await page.getByRole('button', { name: without('Area') }).click()
  await page.getByRole('button', { name: without('Action') }).click()

  const person = page.getByRole('button', { name: t('Person'), exact: true })
  await person.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: within('Person') }).pressSequentially(other.email)
  const found = page.getByRole('listbox', { name: t('Person') }).getByRole('option')
  await expect(found).toHaveText([new RegExp(other.email)])
  await expectAccessible(page, 'the search for a person')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator(rows)).toHaveCount(1)
  await expect(page.locator(rows)).toContainText(t('Signed in'))
  await page.reload()
  await expect(page.locator(rows)).toHaveCount(1)
  await page.getByRole('button', { name: without('Person') }).click()

  await page
    .getByRole('button', { name: t('When'), exact: true })
    .first()
    .click()
  await page.getByLabel(t('To'), { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: t('Apply') }).click()
  await expect(
    page.getByRole('heading', { name: t('No {many} found', { many: t('entries') }) }),
  ).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(`^${t('{label}:', { label: t('When') })}`) })
    .click()
  await page.getByLabel(t('To'), { exact: true }).fill('')
  await page.getByLabel(t('From'), { exact: true }).fill('2020-01-31')
  await page.getByLabel(t('{label}, time', { label: t('From') })).fill('09:30')
  await page.getByRole('button', { name: t('Apply') }).click()
  // Half past nine in Berlin.
  await expect(page).toHaveURL(/from=2020-01-31T08(:|%3A)30/)
  await expect(page.locator(rows).first()).toBeVisible()

  await page.getByPlaceholder(t('Search titles of records')).fill(bill.number)
  await expect(column(6).filter({ hasNotText: bill.number })).toHaveCount(0)
  const link = page
    .locator(rows)
    .filter({ hasText: t('Changed') })
    .getByRole('link')
  await link.click()
  await expect(page).toHaveURL(/\/bills/)
  await expect(drawer(page)).toHaveAccessibleName(new RegExp(bill.number))
})

test('an amount has its currency, and a role tells its permissions by name', async ({
  page,
  server,
}) => {
  const { makeBill, change, call } = await stage(server)
  const bill = await makeBill()
  await change(bill, { currency: 'KWD', amount: 1500 })
  await change(bill, { amount: 2500 })
  const { roles } = (await call('roles.list')) as {
    roles: {
      _id: string
      system: boolean
      permissions: {
        module: string
        submodules: { name: string; actions: Record<string, boolean> }[]
      }[]
    }[]
  }
  const role = roles.find(({ system }) => !system)
  const flip = (name: string, actions: Record<string, boolean>) =>
    name === 'Tasks' ? { ...actions, list: !actions['list'] } : actions
  await call('roles.update', {
    body: {
      _id: role?._id,
      permissions: role?.permissions.map(({ module, submodules }) => ({
        module,
        submodules: submodules.map(({ name, actions }) => ({ name, actions: flip(name, actions) })),
      })),
    },
  })
  await openAs(page, server, `/audit-log?record=${bill._id}`)
  // In the middle of a row stands the link to its record.
  await page.locator(rows).first().focus()
  await page.keyboard.press('Enter')
  const what = page.getByRole('region', { name: whatChanged })
  await expect(what).toContainText(fromTo(pattern(money('KWD', 1.5)), pattern(money('KWD', 2.5))))
  await page.goto(`${server.url}/audit-log?record=${role?._id}&action=update`)
  await page.locator(rows).first().focus()
  await page.keyboard.press('Enter')
  await expect(what).toContainText(
    new RegExp(
      `(${['Added ({count})', 'Removed ({count})'].map((side) => pattern(t(side, { count: 1 }))).join('|')})${permissionText('Operations', 'Tasks', 'see the list')}`,
    ),
  )
  await expectAccessible(page, 'a role’s permissions, added and removed')
})

test('the dashboard shows the newest changes, and a person what was done to and by them', async ({
  page,
  server,
}) => {
  const { makeBill, change, call } = await stage(server)
  const bill = await makeBill()
  await change(bill, { notes: 'Paid in cash' })
  await openAs(page, server, '/dashboard')
  const panel = page.getByRole('region', { name: t('Recent changes') })
  await expect(panel.getByRole('listitem')).toHaveCount(8)
  await expectAccessible(page, 'the dashboard with the newest changes')
  await panel.getByRole('link', { name: bill.number }).first().click()
  await expect(drawer(page)).toHaveAccessibleName(changed(bill.number))

  const query = { search: server.owner.email }
  const { users } = (await call('users.listAdmins', { query })) as { users: { _id: string }[] }
  await page.goto(`${server.url}/users/${users[0]?._id}`)
  await page.getByRole('link', { name: t('History') }).click()
  const part = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name }) })
  await expect(part(t('Changes to this person')).getByText(t('Signed in')).first()).toBeVisible()
  await expect(part(t('Changes by this person')).getByText(bill.number).first()).toBeVisible()
  await expectAccessible(page, 'a person’s history')
})

test('who may not read the audit log sees nothing of it, and nothing is asked', async ({
  page,
  server,
}) => {
  const { makeBill } = await stage(server)
  const bill = await makeBill()
  const staff = await makeStaff(server, [
    permission('Dashboard', 'Overview', 'list'),
    permission('Operations', 'Bills', 'list'),
  ])
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/admin/audit-log')) asked.push(request.url())
  })
  await signIn(page, server, staff)
  await expect(page.getByRole('region', { name: t('Counts') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('Bills') }).first()).toBeVisible()
  await expect(page.getByText(t('Audit log'))).toHaveCount(0)
  await expect(page.getByText(t('Recent changes'))).toHaveCount(0)
  await page.goto(`${server.url}/bills?open=${bill._id}&search=${bill.number}`)
  await expect(drawer(page).getByText(bill._id)).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: t('History') })).toHaveCount(0)
  await page.goto(`${server.url}/audit-log`)
  await expect(page.getByText(permissionText('System', 'Audit log', 'see the list'))).toBeVisible()
  expect(asked).toEqual([])
})

test('only who may list an area sees what was done there', async ({ page, server }) => {
  const { makeBill, change } = await stage(server)
  const bill = await makeBill()
  await change(bill, { notes: 'Not for everybody' })
  const staff = await makeStaff(server, [
    permission('System', 'Audit log', 'list'),
    permission('Operations', 'Tasks', 'list'),
  ])
  await signIn(page, server, staff)
  await tabTo(page, page.getByRole('link', { name: t('Audit log') }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: within('Audit log') })).toBeVisible()
  await expect(
    page
      .getByText(new RegExp(`^${counted('{count, plural, one {# task} other {# tasks}}')}$`))
      .first(),
  ).toBeVisible()
  await expect(page.getByText(bill.number)).toHaveCount(0)
})
