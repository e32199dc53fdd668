import { callServer, tokenOf } from './lib/accounts.ts'
import { t } from './lib/messages.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, test } from './lib/steward.ts'

interface ReadPost {
  _id: string
  author: { _id: string; name: string } | null
}

/** Asks the server for something as the owner. */
async function ask<T>(
  server: Server,
  name: 'posts.list' | 'posts.details' | 'users.details',
  given: object,
): Promise<T> {
  const token = await tokenOf(server, server.owner)
  return (await callServer(server, name, { token, ...given })) as T
}

/** Authors of some posts who can still be deactivated, each with the first post that they wrote. */
async function activeAuthors(server: Server, posts: readonly ReadPost[]) {
  const found = new Map<string, string>()
  for (const { _id, author } of posts) {
    if (!author || [...found.values()].includes(author._id)) continue
    const user = await ask<{ type: string; status: string }>(server, 'users.details', {
      params: { id: author._id },
    })
    if (user.type === 'member' && user.status === 'active') found.set(_id, author._id)
  }
  return found
}

test('thirty posts are read over the end of a page, five deleted with three of their authors deactivated, in 39 keys', async ({
  page,
  server,
}) => {
  const { posts } = await ask<{ posts: ReadPost[] }>(server, 'posts.list', {
    query: { limit: '30' },
  })
  // Of some that are deleted the author goes too; the key comes right behind, and is meant for nobody else.
  const authors = await activeAuthors(server, posts)
  const deactivating = new Map([...authors].slice(0, 3))
  const deleting = new Set([...authors.keys()].slice(0, 5))
  expect([deleting.size, deactivating.size]).toEqual([5, 3])

  await openAs(page, server, '/posts')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('j')
  await press('Enter')
  const read: string[] = []
  for (const { _id } of posts) {
    // The place is never lost: what opens is the next one, with its text, and the list names it.
    await expect(page).toHaveURL(new RegExp(`[?&]open=${_id}`))
    await expect(openRecord(page).getByText(_id)).toBeVisible()
    await expect(page.locator(`tr[data-row="${_id}"][data-opened]`)).toBeVisible()
    read.push(_id)
    if (deleting.has(_id)) await press('d')
    if (deactivating.has(_id)) await press('u')
    if (read.length < posts.length) await press('j')
  }
  expect(new Set(read).size).toBe(30)
  expect(keys).toBe(39)

  for (const id of deleting) {
    const post = await ask<{ deletedAt: string | null }>(server, 'posts.details', {
      params: { id },
    })
    expect(post.deletedAt).not.toBeNull()
  }
  for (const id of deactivating.values()) {
    await expect
      .poll(async () => {
        const found = await ask<{ status: string }>(server, 'users.details', { params: { id } })
        return found.status
      })
      .toBe('inactive')
  }
  for (const [, id] of [...authors].slice(3)) {
    const user = await ask<{ status: string }>(server, 'users.details', { params: { id } })
    expect(user.status).toBe('active')
  }
})

test('the queue of reported posts empties, by a key each', async ({ page, server }) => {
  const reported = { query: { 'openReportCount.min': '1', limit: '100' } }
  const { posts } = await ask<{ posts: ReadPost[] }>(server, 'posts.list', reported)
  expect(posts.length).toBeGreaterThan(2)
  await openAs(page, server, '/posts?openReportCount.min=1&sort=createdAt&limit=50')
  await expect(page.locator('tr[data-row]')).toHaveCount(posts.length)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (let left = posts.length; left > 0; left -= 1) {
    await expect(openRecord(page).getByRole('button', { name: t('Keep') })).toBeVisible()
    await page.keyboard.press(left % 2 === 0 ? 'd' : 'a')
    await expect(page.locator('tr[data-row]')).toHaveCount(left - 1)
    await expect(openRecord(page).getByRole('button', { name: t('Keep') })).toHaveCount(0)
    await page.keyboard.press('j')
  }
  await expect(
    page.getByText(t('That was the last {one} in this list.', { one: t('post') })),
  ).toBeVisible()
  const { posts: rest } = await ask<{ posts: ReadPost[] }>(server, 'posts.list', reported)
  expect(rest).toEqual([])
})

test('decisions one after the other show one Undo each time, which covers nothing below', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/posts')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: t('Undo'), exact: true })
  const texts: string[] = []
  for (const at of [0, 1, 2]) {
    await expect(
      openRecord(page).getByRole('button', { name: t('Delete'), exact: true }),
    ).toBeVisible()
    texts.push((await openRecord(page).getByRole('heading', { level: 2 }).textContent()) ?? '')
    await page.keyboard.press('d')
    await expect(page.locator('.action-notice')).toHaveCount(at + 1)
    await page.keyboard.press('j')
  }
  await expect(undo).toHaveCount(1)
  const below = await page.locator('.action-notice').last().boundingBox()
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(56)
  // The keyboard reaches the newest, and sees the others too.
  await page.keyboard.press('F8')
  await expect(undo).toHaveCount(3)
  await expect(undo.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo).toHaveCount(1)
  await expect(page.locator('.action-notice').last()).toContainText(texts[1] ?? '')
})
