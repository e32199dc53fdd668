import type { Locator, Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions'
import { create, createRole } from '../apps/server/src/testing/factories.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { choose, jobPanel, rows } from './lib/content.ts'
import { enter } from './lib/keyboard.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, type Server, signIn, test, withData } from './lib/steward.ts'
import { areas, idOf, rowWith, trashSwitch } from './lib/trash.ts'

const toDeleted = (page: Page) => trashSwitch(page).getByRole('link', { name: 'Deleted' }).click()
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' })

/** Makes a row that can be deleted, where the demonstration may have none. @returns its id */
function makeDeletable(server: Server, path: string): Promise<string> | null {
  if (path === '/users/admins' || path === '/users/business') {
    const type = path === '/users/admins' ? 'admin' : 'business'
    return withData(server, async (db) => {
      const role = type === 'admin' ? await createRole(db, [], `Role ${Date.now()}`) : null
      const email = `${type}-${Date.now()}@example.com`
      const fields = { type, role_id: role, email, name: `A new ${type}` } as const
      const [id = ''] = await create(db, 'users', fields)
      return id
    })
  }
  // Staff's own tasks are what their list begins with.
  if (path === '/tasks')
    return withData(server, async (db) => {
      const owner = db.selectFrom('users').select('id').where('email', '=', server.owner.email)
      const { id: assignee_id } = await owner.executeTakeFirstOrThrow()
      const [id = ''] = await create(db, 'tasks', { title: 'A new task', assignee_id })
      return id
    })
  if (path === '/categories')
    return withData(server, async (db) => {
      const [id = ''] = await create(db, 'categories', { name: 'A new category' })
      return id
    })
  return null
}

for (const path of areas)
  test(`${path}: what is deleted is found with who and when, and comes back`, async ({
    page,
    server,
  }) => {
    const made = await makeDeletable(server, path)
    await openAs(page, server, path)
    const row = made === null ? page.locator(rows).first() : rowWith(page, made)
    await row.waitFor()
    const id = await idOf(row)
    // Without the initials that stand for a picture until it is there.
    const name = await row
      .getByRole('cell')
      .nth(1)
      .evaluate((cell) => {
        const copy = cell.cloneNode(true) as Element
        for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
        return copy.textContent ?? ''
      })
    await choose(page, row, 'Delete')
    await expect(rowWith(page, id)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await toDeleted(page)
    await expect(page).toHaveURL(`${server.url}${path}?deleted=only`)
    await expect(page.getByText('Deleted records are kept for 30 days')).toBeVisible()
    // The last one that was deleted comes first.
    const gone = page.locator(rows).first()
    await expect(gone).toHaveAttribute('data-row', id)
    await expect(gone).toContainText(name)
    await expect(gone.getByRole('cell').nth(3)).toHaveText('Owner')
    await gone.getByRole('cell').nth(3).click()
    const drawer = openRecord(page)
    await expect(drawer.getByRole('note')).toHaveText(
      /^Deleted by Owner on \w+ \d+ \w+, .*\. It is kept until \d+ \w+ \d{4}, then deleted permanently\.$/,
    )
    await expect(
      drawer.getByRole('button', { name: /^(Edit|Delete|Mark as|Open page)/ }),
    ).toHaveText(['Delete permanently'])
    // The author of a deleted post can still be deactivated, a deleted person can't.
    await expect(drawer.getByRole('button', { name: /^(A|Dea)ctivate$/ })).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Restore' }).click()
    await expect(rowWith(page, id)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await trashSwitch(page).getByRole('link', { name: 'All' }).click()
    // Tasks that begin with nothing of one's own lead on to all.
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) => pathname === path && !searchParams.has('deleted'),
    )
    await expect(rowWith(page, id)).toBeVisible()
  })

test('a role’s deletion stands in the tab of the deleted ones, and on its page', async ({
  page,
  server,
}) => {
  const id = await withData(server, (db) => createRole(db, [], 'Night watch'))
  await openAs(page, server, '/roles')
  await expect(trashSwitch(page)).toHaveCount(0)
  await choose(page, rowWith(page, id), 'Delete')
  await page
    .getByRole('navigation', { name: 'Roles' })
    .getByRole('link', { name: 'Deleted' })
    .click()
  await expect(page.locator(rows).first()).toContainText('Night watch')
  await expect(page.locator(rows).first().getByRole('cell').nth(3)).toHaveText('Owner')
  await page.goto(`${server.url}/roles/${id}`)
  await expect(page.getByRole('note')).toContainText('Deleted by Owner on')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(`${server.url}/roles/deleted`)
  await expect(rowWith(page, id)).toHaveCount(0)
})

test('a record is deleted for good once that is confirmed, which Enter alone doesn’t do', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/bills')
  const id = await idOf(page.locator(rows).first())
  const number = await rowWith(page, id).getByRole('cell').nth(1).innerText()
  await choose(page, rowWith(page, id), 'Delete')
  await page.goto(`${server.url}/bills?deleted=only&open=${id}`)
  await openRecord(page).getByRole('button', { name: 'Delete permanently' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${number} permanently?` })
  await expect(question).toContainText('can’t be undone')
  await expectAccessible(page, 'the question')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page, 'the deleted bills')
  await expect(rowWith(page, id)).toBeVisible()
  await choose(page, rowWith(page, id), 'Delete permanently')
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Bill deleted permanently.')).toBeVisible()
  await expect(rowWith(page, id)).toHaveCount(0)
})

test('many are deleted, restored and deleted for good by jobs', async ({ page, server }) => {
  test.setTimeout(240_000)
  await signIn(page, server)
  for (const path of ['/events', '/polls', '/tasks']) {
    await page.goto(`${server.url}${path}?filters=none`)
    await page.locator(rows).first().waitFor()
    const chosen = [0, 1, 2].map((at) => page.locator(rows).nth(at))
    const ids = await Promise.all(chosen.map(idOf))
    const work = async (action: string, of: readonly string[]) => {
      for (const id of of) await rowWith(page, id).getByRole('checkbox').check()
      await bar(page).getByRole('button', { name: action, exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Delete|Restore) \d/ })
        .click()
      for (const id of of) await expect(rowWith(page, id)).toHaveCount(0)
      const done = {
        Delete: 'deleted',
        Restore: 'restored',
        'Delete permanently': 'deleted permanently',
      }
      const words = `Done. ${of.length} ${done[action as keyof typeof done]}.`
      await expect(jobPanel(page).getByText(words, { exact: true })).toBeVisible()
      await jobPanel(page).getByRole('button', { name: 'Close this message' }).click()
    }
    await work('Delete', ids)
    await toDeleted(page)
    await work('Restore', ids.slice(0, 1))
    await work('Delete permanently', ids.slice(1))
    await expect(page.getByRole('heading', { name: 'No deleted records' })).toBeVisible()
    await trashSwitch(page).getByRole('link', { name: 'All' }).click()
    await expect(rowWith(page, ids[0] ?? '')).toBeVisible()
    await expect(rowWith(page, ids[1] ?? '')).toHaveCount(0)
  }
})

test('all that is deleted is restored at once, whatever the page shows of it', async ({
  page,
  server,
}) => {
  const deleted_at = new Date().toISOString()
  const made = Array.from({ length: 12 }, () => ({ deleted_at }))
  await withData(server, (db) => create(db, 'shopping_posts', ...made))
  await openAs(page, server, '/shopping-posts?deleted=only')
  await page.locator(rows).first().waitFor()
  await expect(page.getByLabel('Include deleted')).toHaveCount(0)
  await page.getByLabel('Select all rows of this page').check()
  await page.getByRole('button', { name: /^Select all \d+ deleted shopping posts$/ }).click()
  await bar(page).getByRole('button', { name: 'Restore' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(page.getByRole('heading', { name: 'No deleted records' })).toBeVisible()
})

test('many roles go one after the other, and it is said why one of them can’t', async ({
  page,
  server,
}) => {
  const [held, free] = await withData(server, async (db) => {
    const fields = { status: 'deleted', status_before_deletion: 'active' } as const
    const deleted_at = new Date().toISOString()
    const made = await create(
      db,
      'roles',
      { name: 'Held', ...fields, deleted_at },
      { name: 'Free', ...fields, deleted_at },
    )
    const email = 'held@example.com'
    await create(db, 'users', { type: 'admin', email, role_id: made[0] ?? null, deleted_at })
    return made as [string, string]
  })
  await openAs(page, server, '/roles/deleted')
  for (const id of [held, free]) await rowWith(page, id).getByRole('checkbox').check()
  await bar(page).getByRole('button', { name: 'Delete permanently' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete 2 roles permanently' }).click()
  await expect(dialog.getByText('1 role deleted permanently.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(/^Held: 1 person still has the role “Held”/)
  await expectAccessible(page, 'what could not be done')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowWith(page, free)).toHaveCount(0)
  await expect(rowWith(page, held)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('the calendar and the board show what is not deleted', async ({ page, server }) => {
  await signIn(page, server)
  for (const [path, view] of [
    ['/events', 'Calendar'],
    ['/tasks', 'Board'],
  ] as const) {
    await page.goto(`${server.url}${path}`)
    const views = page.getByRole('navigation', { name: 'View' })
    await views.getByRole('link', { name: view }).click()
    await expect(trashSwitch(page).getByRole('link', { name: 'All' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await toDeleted(page)
    // Tasks that begin with nothing of one's own lead on to all, which stays in the address.
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) => pathname === path && searchParams.get('deleted') === 'only',
    )
    await expect(views.getByRole('link', { name: 'List' })).toHaveAttribute('aria-current', 'page')
    await views.getByRole('link', { name: view }).click()
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === path && searchParams.get('view') === view.toLowerCase(),
    )
  }
})

test('a search goes along, and the address alone leads to the same', async ({ page, server }) => {
  const text = `Gone and sought ${Date.now()}`
  const [id = ''] = await withData(server, (db) =>
    create(db, 'posts', { text, deleted_at: new Date().toISOString() }),
  )
  await openAs(page, server, '/posts')
  await page.getByRole('textbox', { name: 'Search posts' }).fill(text)
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await toDeleted(page)
  await expect(rowWith(page, id)).toBeVisible()
  // Nobody did it: so it was Steward itself.
  await expect(rowWith(page, id).getByRole('cell').nth(3)).toHaveText('Steward')
  await page.reload()
  await expect(rowWith(page, id)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feed posts1')
})

const bills = (action: 'list' | 'delete' | 'purge') => permission('Operations', 'Bills', action)

test('nothing is offered that the role doesn’t permit', async ({ page, server }) => {
  const [id = ''] = await withData(server, (db) =>
    create(db, 'bills', { deleted_at: new Date().toISOString() }),
  )
  const offers = [
    [[bills('list'), bills('delete')], ['Restore']],
    [[bills('list'), bills('purge')], ['Delete permanently']],
    [[bills('list')], []],
  ] as const
  for (const [held, labels] of offers) {
    await page.context().clearCookies()
    await page.goto(server.url)
    await page.evaluate(() => localStorage.clear())
    await signIn(page, server, await makeStaff(server, held))
    await page.goto(`${server.url}/bills?deleted=only&open=${id}`)
    const drawer = openRecord(page)
    await expect(drawer.getByRole('note')).toBeVisible()
    await expect(drawer.getByRole('button', { name: /Restore|Delete/ })).toHaveText([...labels])
    await page.keyboard.press('Escape')
    await rowWith(page, id).getByRole('checkbox').check()
    await expect(bar(page).getByRole('button', { name: /Restore|Delete/ })).toHaveText([...labels])
    await expect(rowWith(page, id).getByRole('button', { name: /^Actions/ })).toHaveCount(
      labels.length,
    )
  }
})

test('all of it is done by the keyboard alone', async ({ page, server }) => {
  await openAs(page, server, '/tasks?filters=none')
  await page.locator(rows).first().waitFor()
  const [id, next] = await Promise.all([0, 1].map((at) => idOf(page.locator(rows).nth(at))))
  const inMenu = async (row: Locator, item: string) => {
    const button = row.getByRole('button', { name: /^Actions for/ })
    while (!(await button.evaluate((at) => at.matches(':focus'))))
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible()
    while (
      !(await page.getByRole('menuitem', { name: item }).evaluate((at) => at.matches(':focus')))
    )
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('j')
  await expect(rowWith(page, id ?? '')).toBeFocused()
  await inMenu(rowWith(page, id ?? ''), 'Delete')
  await expect(rowWith(page, id ?? '')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(rowWith(page, next ?? '')).toBeFocused()
  await enter(page, trashSwitch(page).getByRole('link', { name: 'Deleted' }))
  await expect(rowWith(page, id ?? '')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = openRecord(page)
  await enter(page, drawer.getByRole('button', { name: 'Delete permanently' }))
  const question = page.getByRole('dialog', { name: /^Delete .* permanently\?$/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(drawer).toBeVisible()
  await enter(page, drawer.getByRole('button', { name: 'Restore' }))
  await expect(page.getByRole('heading', { name: 'No deleted records' })).toBeVisible()
})
