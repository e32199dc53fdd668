import { sizes } from './both/records.ts'
import { onBothServers } from './both/stage.ts'
import { like, t } from './lib/messages.ts'
import { choose, rowOf } from './lib/people.ts'
import { createOne, newOne, rangeOf, saveOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { expect, test } from './spec-only-server/test.ts'

onBothServers('content and commerce', (at) => {
  const row = (text: string) => rowOf(at.page, text)
  const act = (text: string, action: string) => choose(at.page, text, action)

  test('a category is created on top, changed in its place, and deleted', async () => {
    const { page, calls } = at
    await at.open('/categories')
    await page.getByRole('button', { name: newOne('category') }).click()
    const form = page.getByRole('dialog')
    const name = form.getByRole('textbox', { name: t('Name'), exact: true })
    await name.fill('Lamps')
    await form.getByRole('button', { name: createOne('category') }).click()
    await expect(page.locator('[data-row]').first()).toContainText('Lamps')
    expect(calls.of('POST admin/category')).toHaveLength(1)
    expect(calls.last('POST admin/category')?.body).toMatchObject({ name: 'Lamps' })
    const id = await row('Lamps').getAttribute('data-row')
    await act('Lamps', t('Edit'))
    const record = openRecord(page)
    await record.getByRole('textbox', { name: t('Name'), exact: true }).fill('Lanterns')
    await record.getByRole('button', { name: saveOne('category') }).click()
    await expect(record.getByRole('heading', { name: 'Lanterns' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator(`[data-row="${id}"]`)).toContainText('Lanterns')
    await expect(page.getByText('Lamps', { exact: true })).toHaveCount(0)
    expect(calls.last('PUT admin/category/{id}')).toMatchObject({
      path: `admin/category/${id}`,
      body: { name: 'Lanterns' },
    })
    await act('Lanterns', t('Delete'))
    await expect(row('Lanterns')).toHaveCount(0)
    await expect
      .poll(() => calls.last('DELETE admin/category/{id}')?.path)
      .toBe(`admin/category/${id}`)
    await at.reload()
    await expect(page.locator('[data-row]')).toHaveCount(sizes.categories)
  })

  test('a bill is changed under the key data, and deleted', async () => {
    const { page, calls } = at
    await at.open('/bills?search=2026-0013')
    const id = await row('2026-0013').getAttribute('data-row')
    await act('2026-0013', t('Edit'))
    const form = openRecord(page)
    await form.getByRole('textbox', { name: t('Title') }).fill('Hall hire in May')
    await form.getByRole('button', { name: saveOne('bill') }).click()
    await expect(form.getByText('Hall hire in May').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row('2026-0013')).toContainText('Hall hire in May')
    const sent = calls.last('PUT admin/bills/{id}')
    expect(sent).toMatchObject({
      path: `admin/bills/${id}`,
      body: { data: { title: 'Hall hire in May' } },
    })
    expect(Object.keys(sent?.body as object)).toEqual(['data'])
    await act('2026-0013', t('Delete'))
    await expect(row('2026-0013')).toHaveCount(0)
    await expect.poll(() => calls.last('DELETE admin/bills/{id}')?.path).toBe(`admin/bills/${id}`)
    await at.open('/bills?filters=none')
    await expect(page.getByText(rangeOf(1, 25, sizes.bills - 1))).toBeVisible()
  })

  test('bills are sorted, filtered and paged', async () => {
    const { page } = at
    await at.open('/bills?filters=none&sort=amount')
    await expect(page.locator('[data-row]').first()).toContainText('2026-0001')
    await page.getByRole('button', { name: t('Next page') }).click()
    await expect(page.getByText(like('{first}–{last} of {total}', { first: 26 }))).toBeVisible()
    await expect(page.locator('[data-row]').last()).toContainText('2026-0030')
    await at.open('/bills?status=paid')
    const paid = page.locator('[data-row]')
    await expect(paid).toHaveCount(6)
    for (const each of await paid.all()) await expect(each).toContainText(t('Paid', {}, 'a status'))
  })

  test('a post is deleted', async () => {
    const { page, calls } = at
    await at.open('/posts')
    await expect(page.getByText(rangeOf(1, 25, sizes.posts))).toBeVisible()
    const id = await row('What post 20 says').getAttribute('data-row')
    await act('What post 20 says', t('Delete'))
    await expect(row('What post 20 says')).toHaveCount(0)
    await expect(page.getByText(rangeOf(1, 25, sizes.posts - 1))).toBeVisible()
    expect(calls.last('DELETE admin/post-feed/{id}')?.path).toBe(`admin/post-feed/${id}`)
  })

  test('a shopping post is deleted, seen among the deleted, and restored', async () => {
    const { page, calls } = at
    await at.open('/shopping-posts')
    await expect(page.getByText(rangeOf(1, 10, sizes.shoppingPosts))).toBeVisible()
    expect(calls.of('GET admin/shopping-posts')[0]?.query).toMatchObject({ page: '1', limit: '10' })
    const id = await row('Shopping post 9').getAttribute('data-row')
    await act('Shopping post 9', t('Delete'))
    await expect(row('Shopping post 9')).toHaveCount(0)
    await expect(page.getByText(rangeOf(1, 10, sizes.shoppingPosts - 1))).toBeVisible()
    await page.getByLabel(t('Include deleted')).check()
    await expect(row('Shopping post 9')).toHaveAttribute('data-gone', 'true')
    expect(calls.last('GET admin/shopping-posts')?.query).toMatchObject({ includeDeleted: 'true' })
    await act('Shopping post 9', t('Restore'))
    await expect(row('Shopping post 9')).not.toHaveAttribute('data-gone', 'true')
    await expect
      .poll(() => calls.last('PUT admin/shopping-posts/{id}/restore')?.path)
      .toBe(`admin/shopping-posts/${id}/restore`)
    await page.getByLabel(t('Include deleted')).uncheck()
    await expect(page.getByText(rangeOf(1, 10, sizes.shoppingPosts))).toBeVisible()
  })

  test('tasks stand in a list, and each in its column of the board', async () => {
    const { page } = at
    await at.open('/tasks?filters=none')
    await expect(page.locator('[data-row]')).toHaveCount(sizes.tasks)
    await page.getByRole('link', { name: t('Board'), exact: true }).click()
    const column = (status: string) =>
      page.locator('main section section').filter({
        has: page.getByRole('heading', { name: t(status, {}, 'a status') }),
      })
    await expect(column('Doing').locator('[data-row]')).toHaveText([/Task [15]/, /Task [15]/])
    await expect(column('To do').locator('[data-row]')).toHaveText(/Task 4/)
    await expect(column('Done').getByRole('heading')).toContainText('2')
  })

  test('polls and events are lists, and each opens', async () => {
    const { page } = at
    for (const [path, title] of [
      ['/polls?filters=none', 'Poll 2'],
      ['/events?filters=none', 'Event 3'],
    ] as const) {
      await at.open(path)
      await expect(page.locator('[data-row]')).toHaveCount(4)
      await row(title).click()
      await expect(openRecord(page)).toContainText(title)
      await page.keyboard.press('Escape')
    }
    await page.goto(`${at.url}/events?view=calendar&month=2026-01`)
    await expect(page.locator('[data-row]')).toHaveCount(4)
  })
})
