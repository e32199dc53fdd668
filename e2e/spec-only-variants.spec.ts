import type { Page } from '@playwright/test'
import { choose, rows } from './lib/content.ts'
import { t } from './lib/messages.ts'
import { anyBox, createOne, newOne, rangeOf, saveOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { atScale, onlyAtScale } from './lib/scale.ts'
import { beSignedIn, openAs } from './lib/signed-in.ts'
import { choices } from './spec-only-server/options.ts'
import type { SpecOnlyServer } from './spec-only-server/server.ts'
import { expect, expectReadable, test } from './spec-only-server/test.ts'

const size = { bills: 60, members: 60, tasks: 60 }

test.use({ specOnly: { fields: 'rich', size } })

test.afterEach(({ thrown }) => {
  expect(thrown).toEqual([])
})

const act = (page: Page, id: string, action: string) =>
  choose(page, page.locator(`[data-row="${id}"]`), action)

/** What each list has to show, however the server pages and whatever of the query it minds. */
async function expectLists(page: Page, { url }: SpecOnlyServer, what: string): Promise<void> {
  const list = page.locator(rows)
  await page.goto(`${url}/bills?filters=none&sort=amount&page=2`)
  await expect(page.getByText(rangeOf(26, 50, 60)), what).toBeVisible()
  await expect(list.first(), what).toContainText('2026-0026')
  await expect(list.last(), what).toContainText('2026-0050')

  await page.goto(`${url}/bills?search=Bill%2027&status=paid`)
  await expect(page.getByText(rangeOf(1, 1, 1)), what).toBeVisible()
  await expect(list, what).toContainText(['2026-0027'])

  await page.goto(`${url}/users/u7/bills`)
  await expect(list, what).toHaveText(/2026-0007/)

  await page.goto(`${url}/users/members?page=2`)
  await expect(page.getByText(rangeOf(26, 50, 60)), what).toBeVisible()
  await expect(list, what).toHaveCount(25)

  await page.goto(`${url}/tasks?view=board`)
  for (const name of ['To do', 'Doing', 'Done', 'Cancelled'])
    await expect(
      page.getByRole('heading', { level: 2, name: `${t(name, {}, 'a status')} 15` }),
      what,
    ).toBeVisible()
  await expect(list, what).toHaveCount(60)
}

// One way each in the usual run: the others are held by lists-of-other-servers.test.tsx and pagination.test.ts.
const pagings = {
  ignored: atScale(choices.paging, ['skip']),
  honoured: atScale(choices.paging, ['silent']),
}

for (const filters of choices.filters)
  test(`lists hold the right rows where filters are ${filters}, however they are paged`, async ({
    page,
    server,
  }) => {
    await beSignedIn(page, server)
    for (const paging of pagings[filters]) {
      server.setOptions({ paging, filters })
      await expectLists(page, server, `${paging}, ${filters}`)
    }
  })

test('numbers of pages and rows may be text', async ({ page, server }) => {
  onlyAtScale(test)
  await beSignedIn(page, server)
  server.setOptions({ paging: 'skip', filters: 'honoured', numbersAsText: true })
  await expectLists(page, server, 'numbers as text')
})

for (const writes of atScale(choices.writes, ['none']))
  test(`what is written shows, where a write answers ${writes}`, async ({ page, server }) => {
    server.setOptions({ writes })
    const dialog = openRecord(page)
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await openAs(page, server, '/categories')
    await page.getByRole('button', { name: newOne('category') }).click()
    await field(t('Name')).fill('Lamps')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: createOne('category') })
      .click()
    await expect(page.locator(rows).first()).toContainText('Lamps')
    await expect(page.locator(rows)).toHaveCount(6)
    await act(page, 'c3', t('Edit'))
    await field(t('Name')).fill('Candles')
    await page.getByRole('button', { name: saveOne('category') }).click()
    await expect(dialog.getByRole('heading', { name: 'Candles' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-row="c3"]')).toContainText('Candles')

    await page.goto(`${server.url}/bills?filters=none`)
    await act(page, 'b58', t('Edit'))
    await field(t('Title')).fill('Hall hire in May')
    await page.getByRole('button', { name: saveOne('bill') }).click()
    await expect(dialog.getByText('Hall hire in May').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-row="b58"]')).toContainText('Hall hire in May')

    await page.goto(`${server.url}/users/u5/edit`)
    await field(t('Location')).fill('Izmir')
    await page.getByRole('button', { name: t('Save') }).click()
    await expect(page.getByText('Izmir', { exact: true })).toBeVisible()

    await page.goto(`${server.url}/roles/r2`)
    await field(t('Name')).fill('Concierge')
    await page.getByRole('button', { name: t('Save'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Concierge' })).toBeVisible()
    await expect(field(t('Name'))).toHaveValue('Concierge')
    await expect(page.getByText(t('No changes'))).toBeVisible()

    await page.goto(`${server.url}/roles`)
    await act(page, 'r2', t('Deactivate'))
    await expect(page.locator('[data-row="r2"]')).toContainText(t('Inactive', {}, 'a status'))
    await act(page, 'r2', t('Delete'))
    await expect(page.locator('[data-row="r2"]')).toHaveCount(0)
    await expectReadable(page, writes)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('of a role that doesn’t tell what it permits, only what was set is sent', async ({
  page,
  server,
}) => {
  onlyAtScale(test)
  await openAs(page, server, '/roles/r1')
  await expect(
    page.getByText(
      t(
        'This server doesn’t say which permissions this role has. Only what you set here is sent; a server that treats that as the whole role will remove the rest.',
      ),
    ),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: anyBox('Tasks', 'see the list') }).click()
  await page.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect.poll(() => server.takenOf('PATCH admin/role/update/role').length).toBe(1)
  expect(server.takenOf('PATCH admin/role/update/role')[0]?.body).toEqual({
    _id: 'r1',
    permissions: [
      { module: 'Operations', submodules: [{ name: 'Tasks', actions: { list: true } }] },
    ],
  })
})

test.describe('of records that tell little', () => {
  onlyAtScale(test)
  test.use({
    specOnly: {
      records: {
        members: [{ id: 'u1', name: 'Ann' }],
        bills: [{ _id: 'b1', title: 'Chairs', amount: 1250 }],
      },
    },
  })

  test('users without a status can be switched, as far as anybody knows', async ({
    page,
    server,
  }) => {
    await openAs(page, server, '/users/members')
    await act(page, 'u1', t('Change status'))
    await expect(page.locator('[data-row="u1"]')).toContainText(t('Inactive', {}, 'a status'))
    await act(page, 'u1', t('Close shopping feed'))
    await expect
      .poll(() => server.takenOf('PUT admin/user/{userId}/shopping-feed/status'))
      .toEqual([expect.objectContaining({ body: { status: 'inactive' } })])
    await expectReadable(page, 'a user without a status')
  })

  test('bills of a title and an amount are shown and changed, and nothing is made up', async ({
    page,
    server,
  }) => {
    await openAs(page, server, '/bills?filters=none')
    await expect(page.locator('[data-row="b1"]')).toContainText('Chairs')
    await expectReadable(page, 'a bill of title and amount')
    await act(page, 'b1', t('Edit'))
    await page.getByRole('textbox', { name: t('Title') }).fill('Tables')
    await page.getByRole('button', { name: saveOne('bill') }).click()
    await expect
      .poll(() => server.takenOf('PUT admin/bills/{id}').map(({ body }) => body))
      .toEqual([{ data: { title: 'Tables' } }])
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-row="b1"]')).toContainText('Tables')
    await expectReadable(page, 'a bill of title and amount, changed')
  })
})

test.describe('a hundred thousand rows', () => {
  onlyAtScale(test)
  test.use({ specOnly: { fields: 'rich', size: { bills: 100_000 } } })

  test('appear, and are searched letter by letter without holding the page up', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      const longest = { longest: 0 }
      Object.assign(window, longest)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          Object.assign(window, { longest: Math.max(duration, Reflect.get(window, 'longest')) })
      }).observe({ type: 'longtask' })
    })
    const longest = () => page.evaluate(() => Reflect.get(window, 'longest') as number)
    await openAs(page, server, '/bills?filters=none')
    await expect(page.getByText(rangeOf(1, 25, 100_000))).toBeVisible({ timeout: 60_000 })
    const loading = await longest()
    await page.evaluate(() => Object.assign(window, { longest: 0 }))
    const search = page.getByRole('textbox', { name: t('Search {many}', { many: t('bills') }) })
    await search.pressSequentially('Bill 99999', { delay: 80 })
    await expect(page.getByText(rangeOf(1, 1, 1))).toBeVisible()
    const searching = await longest()
    // That no step works long is held without a clock by list-locally.test.ts.
    const times = `loading ${Math.round(loading)} ms, searching ${Math.round(searching)} ms`
    test.info().annotations.push({ type: 'longest task', description: times })
    expect(server.takenOf('GET admin/bills')).toHaveLength(1)
  })
})
