import { capitalize } from '@steward/contract/values/capitalize'
import { expectAccessible } from './lib/axe.ts'
import { t, within } from './lib/messages.ts'
import { rangeOf } from './lib/phrases.ts'
import { watchRequests } from './lib/quiet.ts'
import { atScale } from './lib/scale.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, expectReadable, signIn, test } from './spec-only-server/test.ts'

const usersOr = (title: string) => new RegExp(`${t('Users')}|${t(title)}`)
const screens: [string, RegExp][] = [
  ['/dashboard', within('Dashboard')],
  ['/roles', within('Roles')],
  ['/roles/inactive', within('Roles')],
  ['/users/admins', usersOr('Admins')],
  ['/users/business', usersOr('Business users')],
  ['/users/members', usersOr('Members')],
  ['/users/u1', /.+/],
  ['/events', within('Events')],
  ['/events?view=calendar', within('Events')],
  ['/polls', within('Polls and surveys')],
  ['/tasks', within('Tasks')],
  ['/tasks?view=board', within('Tasks')],
  ['/bills', within('Bills')],
  ['/posts', within('Feed posts')],
  ['/categories', within('Categories')],
  ['/categories?view=tree', within('Categories')],
  ['/shopping-posts', within('Shopping posts')],
  ['/profile', /.+/],
]

/** Those that are drawn by the same code as another; only in npm run test:scale. */
const alike = [
  '/roles/inactive',
  '/users/admins',
  '/users/business',
  '/events',
  '/tasks',
  '/categories',
]

/** Those that draw what is missing in ways of their own: whole screens are held against WCAG elsewhere. */
const sparse = ['/users/u1', '/posts', '/categories?view=tree', '/tasks?view=board']

test('the web app is all there before a server that knows the specification alone', async ({
  page,
  server,
  thrown,
}) => {
  const quiet = watchRequests(page)
  await signIn(page, server)
  for (const [path, title] of atScale(
    screens,
    screens.filter(([path]) => !alike.includes(path)),
  )) {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible()
    await quiet()
    await expectReadable(page, path)
    if (sparse.includes(path)) await expectAccessible(page, path)
  }
  expect(thrown).toEqual([])
  const guarded = server.taken.filter(({ call }) => !call.includes('auth/'))
  expect(guarded.every(({ authorization }) => authorization === 'Bearer spec-only-1')).toBe(true)
})

test('lists without pagination are paged here, and deletions need no answer', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/posts')
  await expect(page.getByText(rangeOf(1, 25, 40))).toBeVisible()
  await page.getByRole('button', { name: t('Next page') }).click()
  await expect(page.getByText(rangeOf(26, 40, 40))).toBeVisible()
  await page.goto(`${server.url}/posts`)
  const first = page.locator('[data-row="p1"]')
  await first.getByRole('button').click()
  await page.getByRole('menuitem', { name: t('Delete') }).click()
  await expect(first).toHaveCount(0)
  await expect(page.getByText(t('{one} deleted', { one: capitalize(t('post')) }))).toBeVisible()
  await expect(page.getByText(rangeOf(1, 25, 39))).toBeVisible()
  expect(server.takenOf('DELETE admin/post-feed/{id}').map(({ path }) => path)).toEqual([
    'admin/post-feed/p1',
  ])

  await page.goto(`${server.url}/shopping-posts`)
  await expect(page.getByText(rangeOf(1, 10, 12))).toBeVisible()
})
