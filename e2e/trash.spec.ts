import type { Locator, Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { create, createRole } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { choose, jobPanel, rows } from './lib/content.ts'
import { alongLines, enter } from './lib/keyboard.ts'
import { drawn, like, locale, pattern, t } from './lib/messages.ts'
import { anyActions } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, test, withData } from './lib/steward.ts'
import { idOf, rowWith, trashSwitch } from './lib/trash.ts'

const toDeleted = (page: Page) =>
  trashSwitch(page)
    .getByRole('link', { name: t('Deleted', {}, 'records') })
    .click()
const byOwner = new RegExp(drawn('Deleted by {person} on {time}.', { person: 'Owner', time: '.*' }))
const roles = (count: number) => t('{count, plural, one {# role} other {# roles}}', { count })
const bar = (page: Page) => page.getByRole('toolbar', { name: t('Selected rows') })

for (const path of ['/users/members', '/posts'])
  test(`${path}: what is deleted is found with who and when, and comes back`, async ({
    page,
    server,
  }) => {
    await openAs(page, server, path)
    const row = page.locator(rows).first()
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
    await choose(page, row, t('Delete'))
    await expect(rowWith(page, id)).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('Undo') })).toBeVisible()
    await toDeleted(page)
    await expect(page).toHaveURL(`${server.url}${path}?deleted=only`)
    await expect(
      page.getByText(
        t(
          'Deleted records are kept for {count, plural, one {# day} other {# days}}, then deleted permanently.',
          { count: 30 },
        ),
      ),
    ).toBeVisible()
    // The last one that was deleted comes first.
    const gone = page.locator(rows).first()
    await expect(gone).toHaveAttribute('data-row', id)
    await expect(gone).toContainText(name)
    await expect(gone.getByRole('cell').nth(3)).toHaveText('Owner')
    await gone.getByRole('cell').nth(3).click()
    const drawer = openRecord(page)
    const kept = Date.now() + 30 * 86_400_000
    const day = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'Europe/Berlin',
    })
    await expect(drawer.getByRole('note')).toHaveText(byOwner)
    await expect(drawer.getByRole('note')).toContainText(
      t('It is kept until {day}, then deleted permanently.', { day: day.format(kept) }),
    )
    await expect(
      drawer.getByRole('button', {
        name: new RegExp(
          `^(${['Edit', 'Delete', 'Mark as paid', 'Mark as done', 'Open page', 'Delete permanently'].map((each) => t(each)).join('|')})`,
        ),
      }),
    ).toHaveText([t('Delete permanently')])
    // The author of a deleted post can still be deactivated, a deleted person can't.
    await expect(
      drawer.getByRole('button', { name: new RegExp(`^(${t('Activate')}|${t('Deactivate')})$`) }),
    ).toHaveCount(0)
    await drawer.getByRole('button', { name: t('Restore') }).click()
    await expect(rowWith(page, id)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await trashSwitch(page)
      .getByRole('link', { name: t('All') })
      .click()
    await expect(page).toHaveURL(`${server.url}${path}`)
    await expect(rowWith(page, id)).toBeVisible()
  })

test('a role’s deletion stands in the tab of the deleted ones, and on its page', async ({
  page,
  server,
}) => {
  const id = await withData(server, (db) => createRole(db, [], 'Night watch'))
  await openAs(page, server, '/roles')
  await expect(trashSwitch(page)).toHaveCount(0)
  await choose(page, rowWith(page, id), t('Delete'))
  await page
    .getByRole('navigation', { name: t('Roles') })
    .getByRole('link', { name: t('Deleted', {}, 'roles') })
    .click()
  await expect(page.locator(rows).first()).toContainText('Night watch')
  await expect(page.locator(rows).first().getByRole('cell').nth(3)).toHaveText('Owner')
  await page.goto(`${server.url}/roles/${id}`)
  await expect(page.getByRole('note')).toContainText(byOwner)
  await page.getByRole('button', { name: t('Delete permanently') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Delete permanently') })
    .click()
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
  await choose(page, rowWith(page, id), t('Delete'))
  await page.goto(`${server.url}/bills?deleted=only&open=${id}`)
  await openRecord(page)
    .getByRole('button', { name: t('Delete permanently') })
    .click()
  const question = page.getByRole('dialog', {
    name: drawn('Delete {name} permanently?', { name: number }),
  })
  await expect(question).toContainText(
    t('This can’t be undone. The {one} and its pictures are deleted.', { one: t('bill') }),
  )
  await expectAccessible(page, 'the question')
  await expect(question.getByRole('button', { name: t('Cancel') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the deleted bills')
  await expect(rowWith(page, id)).toBeVisible()
  await choose(page, rowWith(page, id), t('Delete permanently'))
  await question.getByRole('button', { name: t('Delete permanently') }).click()
  await expect(
    page.getByText(t('{record} deleted permanently.', { record: capitalize(t('bill')) })),
  ).toBeVisible()
  await expect(rowWith(page, id)).toHaveCount(0)
})

test('many are deleted, restored and deleted for good by jobs', async ({ page, server }) => {
  await openAs(page, server, '/polls?filters=none')
  await page.locator(rows).first().waitFor()
  const ids = await Promise.all([0, 1, 2].map((at) => idOf(page.locator(rows).nth(at))))
  const work = async (action: string, asked: string, of: readonly string[], done: string) => {
    for (const id of of) await rowWith(page, id).getByRole('checkbox').check()
    await bar(page)
      .getByRole('button', { name: t(action), exact: true })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: like(asked) })
      .click()
    for (const id of of) await expect(rowWith(page, id)).toHaveCount(0)
    const words = `${t('Done', {}, 'state of a job')}. ${t('{results}.', { results: t(done, { count: of.length }) })}`
    await expect(jobPanel(page).getByText(words, { exact: true })).toBeVisible()
    await jobPanel(page)
      .getByRole('button', { name: t('Close this message') })
      .click()
  }
  await work('Delete', 'Delete {records}', ids, '{count} deleted')
  await toDeleted(page)
  await work('Restore', 'Restore {records}', ids.slice(0, 1), '{count} restored')
  await work(
    'Delete permanently',
    'Delete {records} permanently',
    ids.slice(1),
    '{count} deleted permanently',
  )
  await expect(page.getByRole('heading', { name: t('No deleted records') })).toBeVisible()
  await trashSwitch(page)
    .getByRole('link', { name: t('All') })
    .click()
  await expect(rowWith(page, ids[0] ?? '')).toBeVisible()
  await expect(rowWith(page, ids[1] ?? '')).toHaveCount(0)
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
  await expect(page.getByLabel(t('Include deleted'))).toHaveCount(0)
  await page.getByLabel(t('Select all rows of this page')).check()
  // The demonstration has some too.
  const all = t('Select all {records}', {
    records: t('{count, plural, one {# deleted shopping post} other {# deleted shopping posts}}', {
      count: 12,
    }),
  })
  await page.getByRole('button', { name: new RegExp(pattern(all).replace('12', '\\d+')) }).click()
  await bar(page)
    .getByRole('button', { name: t('Restore') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: like('Restore {records}') })
    .click()
  await expect(page.getByRole('heading', { name: t('No deleted records') })).toBeVisible()
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
  for (const id of [held, free]) {
    await rowWith(page, id).getByRole('checkbox').check()
    // Its bar may move the rows.
    await expect(bar(page)).toBeVisible()
  }
  await bar(page)
    .getByRole('button', { name: t('Delete permanently') })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: t('Cancel') })).toBeFocused()
  await dialog
    .getByRole('button', { name: t('Delete {records} permanently', { records: roles(2) }) })
    .click()
  await expect(
    dialog.getByText(t('{records} deleted permanently.', { records: roles(1) })),
  ).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(
    drawn('{record}: {failure}', {
      record: 'Held',
      failure: t(
        '{count, plural, one {# person still has} other {# people still have}} the role “{role}”. Deleted people count too. Give them another role first.',
        { count: 1, role: 'Held' },
      ),
    }),
  )
  await expectAccessible(page, 'what could not be done')
  await dialog
    .getByRole('button', { name: t('Close') })
    .last()
    .click()
  await expect(rowWith(page, free)).toHaveCount(0)
  await expect(rowWith(page, held)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('the calendar and the board show what is not deleted', async ({ page, server }) => {
  for (const [path, view] of [
    ['/events', 'Calendar'],
    ['/tasks', 'Board'],
  ] as const) {
    await openAs(page, server, path)
    const views = page.getByRole('navigation', { name: t('View') })
    await views.getByRole('link', { name: t(view) }).click()
    await expect(trashSwitch(page).getByRole('link', { name: t('All') })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await toDeleted(page)
    // Tasks that begin with nothing of one's own lead on to all, which stays in the address.
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) => pathname === path && searchParams.get('deleted') === 'only',
    )
    await expect(views.getByRole('link', { name: t('List') })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await views.getByRole('link', { name: t(view) }).click()
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
  await page.getByRole('textbox', { name: t('Search {many}', { many: t('posts') }) }).fill(text)
  await expect(
    page.getByRole('heading', { name: t('No {many} found', { many: t('posts') }) }),
  ).toBeVisible()
  await toDeleted(page)
  await expect(rowWith(page, id)).toBeVisible()
  // Nobody did it: so it was Steward itself.
  await expect(rowWith(page, id).getByRole('cell').nth(3)).toHaveText('Steward')
  await page.reload()
  await expect(rowWith(page, id)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${t('Feed posts')}1`)
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
    const who = await makeStaff(server, held)
    await openAs(page, server, `/bills?deleted=only&open=${id}`, who)
    const drawer = openRecord(page)
    await expect(drawer.getByRole('note')).toBeVisible()
    await expect(
      drawer.getByRole('button', {
        name: new RegExp(`${t('Restore')}|${t('Delete')}|${t('Delete permanently')}`),
      }),
    ).toHaveText(labels.map((label) => t(label)))
    await page.keyboard.press('Escape')
    await rowWith(page, id).getByRole('checkbox').check()
    await expect(
      bar(page).getByRole('button', {
        name: new RegExp(`${t('Restore')}|${t('Delete')}|${t('Delete permanently')}`),
      }),
    ).toHaveText(labels.map((label) => t(label)))
    // What is not permitted can be asked for, once it is known that somebody may be asked.
    const actions = rowWith(page, id).getByRole('button', { name: anyActions })
    await actions.click()
    const lacking = (['Restore', 'Delete permanently'] as const)
      .filter((label) => !labels.some((held) => held === label))
      .map((label) => t('{action}: ask…', { action: t(label) }))
    await expect(page.getByRole('menuitem')).toHaveText([
      ...labels.map((label) => t(label)),
      ...lacking,
    ])
    await page.keyboard.press('Escape')
  }
})

test('all of it is done by the keyboard alone', async ({ page, server }) => {
  await openAs(page, server, '/tasks?filters=none')
  await page.locator(rows).first().waitFor()
  const [id, next] = await Promise.all([0, 1].map((at) => idOf(page.locator(rows).nth(at))))
  const inMenu = async (row: Locator, item: string) => {
    const button = row.getByRole('button', { name: anyActions })
    while (!(await button.evaluate((at) => at.matches(':focus'))))
      await page.keyboard.press(alongLines('ArrowRight'))
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
  await inMenu(rowWith(page, id ?? ''), t('Delete'))
  await expect(rowWith(page, id ?? '')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(rowWith(page, next ?? '')).toBeFocused()
  await enter(page, trashSwitch(page).getByRole('link', { name: t('Deleted', {}, 'records') }))
  await expect(rowWith(page, id ?? '')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = openRecord(page)
  await enter(page, drawer.getByRole('button', { name: t('Delete permanently') }))
  const question = page.getByRole('dialog', { name: like('Delete {name} permanently?') })
  await expect(question.getByRole('button', { name: t('Cancel') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(drawer).toBeVisible()
  await enter(page, drawer.getByRole('button', { name: t('Restore') }))
  await expect(page.getByRole('heading', { name: t('No deleted records') })).toBeVisible()
})
