import type { Browser, Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { rows } from './lib/content.ts'
import { count, t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { type Credentials, expect, makeStaff, type Server, test, withData } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

const moderates = [
  permission('Community', 'Feed posts', 'list'),
  permission('Community', 'Feed posts', 'delete'),
]

async function open(browser: Browser, server: Server, who: Credentials, path: string) {
  const page = await openWindow(browser)
  const listens = page.waitForResponse(/\/api\/admin\/live$/)
  await openAs(page, server, path, who)
  await listens
  await page.locator(rows).first().waitFor()
  await page.mouse.move(500, 500)
  return page
}

const inSidebar = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: t('Areas') }).getByRole('link', { name })

test('a lead saves a view for moderators; they see it with its count, which falls as others delete', async ({
  browser,
  server,
}) => {
  const ids = await withData(server, (db) =>
    create(db, 'posts', ...['one', 'two', 'three'].map((n) => ({ text: `Lottery scam ${n}` }))),
  )
  const moderator = await makeStaff(server, moderates)
  const role = await withData(server, async (db) => {
    const { name } = await db
      .selectFrom('roles')
      .innerJoin('users', 'users.role_id', 'roles.id')
      .select('roles.name')
      .where('users.email', '=', moderator.email)
      .executeTakeFirstOrThrow()
    return name
  })

  const name = 'احتيال 🚨 لتراجع اليوم'
  const lead = await open(browser, server, server.owner, '/posts?search=Lottery')
  await lead.getByRole('button', { name: t('Views'), exact: true }).click()
  await lead.getByRole('menuitem', { name: t('Save view…') }).click()
  const dialog = lead.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('Name') }).fill(name)
  await dialog.getByLabel(t('Visible to')).selectOption({ label: t('The role {role}', { role }) })
  await dialog.getByRole('checkbox', { name: t('Open the list with this view by default') }).check()
  await expectAccessible(lead, 'the dialog of a view')
  await dialog.getByRole('button', { name: t('Save view') }).click()
  await expect(lead.getByRole('button', { name: t('View: {view}', { view: name }) })).toBeVisible()
  // It is another role's, and stands in the menu alone.
  await expect(inSidebar(lead, name)).toHaveCount(0)

  const page = await open(browser, server, moderator, '/posts')
  await expect(inSidebar(page, name)).toContainText(count(3))
  await page
    .getByRole('navigation', { name: t('Areas') })
    .getByRole('link', { name: t('Feed posts') })
    .click()
  await expect(page).toHaveURL(/search=Lottery/)
  await expect(inSidebar(page, name)).toHaveAttribute('aria-current', 'true')
  await expect(page.locator(rows)).toHaveCount(3)
  await expectAccessible(page, 'a list under a view')

  const token = await tokenOf(server, server.owner)
  for (const [at, id] of ids.entries()) {
    await callServer(server, 'posts.delete', { token, params: { id } })
    await expect(inSidebar(page, name)).toContainText(count(2 - at))
  }

  // Without the permission to share there is a way on, but none to change it for all.
  await page.getByRole('button', { name: t('View: {view}', { view: name }) }).click()
  await expect(page.getByRole('menuitem', { name: t('Delete view') })).toHaveCount(0)
  await page.getByRole('menuitem', { name: t('All {many}', { many: t('posts') }) }).click()
  await expect(page).not.toHaveURL(/search=/)
  await lead.close()
  await page.close()
})

test('views of numbers, spans and of oneself are counted, and the counts fall as others delete', async ({
  browser,
  server,
}) => {
  const ids = await withData(server, async (db) => {
    const made = await create(
      db,
      'posts',
      { text: 'Quince one', report_count: 3 },
      { text: 'Quince two', report_count: 1 },
      { text: 'Quince of old', report_count: 9, created_at: '2020-01-01T00:00:00Z' },
    )
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', server.owner.email)
      .executeTakeFirstOrThrow()
    await create(db, 'tasks', { title: 'Quince', assignee_id: id, status: 'done' })
    return made
  })
  const token = await tokenOf(server, server.owner)
  // A word of their own tells them from what other tests have made.
  for (const [name, list, search] of [
    ['Reported', 'posts', { search: 'Quince', 'reportCount.min': '1' }],
    ['Of this week', 'posts', { search: 'Quince', 'createdAt.last': '7d' }],
    ['All of mine', 'tasks', { search: 'Quince', assignee: 'me' }],
  ] as const) {
    const body = { name, list, search, scope: 'me' as const }
    await callServer(server, 'savedViews.create', { token, body })
  }
  const page = await open(browser, server, server.owner, '/posts')
  const shows = async (reported: number, recent: number) => {
    await expect(inSidebar(page, new RegExp(`^Reported\\s*${count(reported)}$`))).toBeVisible()
    await expect(inSidebar(page, new RegExp(`^Of this week\\s*${count(recent)}$`))).toBeVisible()
  }
  await shows(3, 2)
  await expect(inSidebar(page, new RegExp(`^All of mine\\s*${count(1)}$`))).toBeVisible()
  for (const [at, id] of ids.slice(0, 2).entries()) {
    await callServer(server, 'posts.delete', { token, params: { id } })
    await shows(2 - at, 1 - at)
  }
  await inSidebar(page, /^All of mine/).click()
  await expect(page).toHaveURL(/assignee=me/)
  await expect(
    page.getByRole('button', { name: t('View: {view}', { view: 'All of mine' }) }),
  ).toBeVisible()
  await page.close()
})
